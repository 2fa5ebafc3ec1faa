import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { SECRET_ACCESS_KEY } from '../src/aws/callers.ts';

/** An address that a function of the local cloud has signed, as the product signs them. */
export function presignedAddress(
  endpoint: string,
  accessKeyId: string,
  object: { method: string; Bucket: string; Key: string },
): Promise<string> {
  const credentials = { accessKeyId, secretAccessKey: SECRET_ACCESS_KEY };
  const client = new S3Client({
    region: 'us-east-1',
    endpoint,
    forcePathStyle: true,
    credentials,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  const { method, ...at } = object;
  const command = method === 'PUT' ? new PutObjectCommand(at) : new GetObjectCommand(at);
  return getSignedUrl(client, command, { expiresIn: 900 });
}
