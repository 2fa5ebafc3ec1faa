import { isSignatureOf, queryOf, SIGNATURE_PARAMETER, type SignedRequest, timeOf } from './signature-v4.ts';

/**
 * Verifies a presigned URL as S3 does: the engine accepts any signature, and a wrong one would only
 * fail on AWS. The body is not part of the signature.
 */
export type PresignedRequest = SignedRequest;

export const isPresigned = ({ path }: PresignedRequest) => queryOf(path).some(([name]) => name === SIGNATURE_PARAMETER);

export function isSignedRightly(request: PresignedRequest, secretAccessKey: string): boolean {
  const query = new Map(queryOf(request.path));
  const [, ...scope] = (query.get('X-Amz-Credential') ?? '').split('/');
  const signature = {
    algorithm: query.get('X-Amz-Algorithm') ?? '',
    scope,
    signedAt: query.get('X-Amz-Date') ?? '',
    signedHeaders: (query.get('X-Amz-SignedHeaders') ?? '').split(';'),
    payloadHash: 'UNSIGNED-PAYLOAD',
    signature: query.get(SIGNATURE_PARAMETER) ?? '',
  };
  return isSignatureOf(request, signature, secretAccessKey);
}

/** Whether a presigned URL has expired. */
export function isExpired({ path }: PresignedRequest, now: Date): boolean {
  const query = new Map(queryOf(path));
  const expiresMs = timeOf(query.get('X-Amz-Date') ?? '') + Number(query.get('X-Amz-Expires')) * 1000;
  return !(now.getTime() <= expiresMs);
}
