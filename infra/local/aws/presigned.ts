import {
  isSignatureOf,
  queryOf,
  SIGNATURE_PARAMETER,
  type SignedRequest,
  timeOf,
} from './signature-v4.ts';

/**
 * Whether an address was signed as S3 expects it: the engine takes any, and what was signed in another way
 * would be refused in the cloud alone. The bytes that are put are no part of the signature.
 */
export type PresignedRequest = SignedRequest;

export const isPresigned = ({ path }: PresignedRequest) =>
  queryOf(path).some(([name]) => name === SIGNATURE_PARAMETER);

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

/** Whether the time is over for which an address was signed. */
export function isExpired({ path }: PresignedRequest, now: Date): boolean {
  const query = new Map(queryOf(path));
  const expiresMs =
    timeOf(query.get('X-Amz-Date') ?? '') + Number(query.get('X-Amz-Expires')) * 1000;
  return !(now.getTime() <= expiresMs);
}
