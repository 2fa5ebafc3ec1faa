import type { SignatureFault } from './denials.ts';
import { isSignatureOf, type SignedRequest, timeOf } from './signature-v4.ts';

/** S3 refuses a request whose time differs more than this from its own. */
const LARGEST_SKEW_MS = 15 * 60 * 1000;

const AUTHORIZATION = /^(\S+)\s+Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]+)$/;

/**
 * S3's reason to refuse a request signed in its `Authorization` header; undefined if it is valid.
 */
export function headerSignatureFault(
  request: SignedRequest,
  secretAccessKey: string,
  now: Date,
): SignatureFault | undefined {
  const { headers } = request;
  const [, algorithm, credential, names, signature] = AUTHORIZATION.exec(String(headers.authorization ?? '')) ?? [];
  if (!algorithm || !credential || !names || !signature) return 'AccessDenied';

  const signedHeaders = names.split(';');
  const unsigned = Object.keys(headers).filter(
    (name) => (name === 'host' || name.startsWith('x-amz-')) && !signedHeaders.includes(name),
  );
  if (unsigned.length > 0) return 'AccessDenied';

  const signedAt = String(headers['x-amz-date'] ?? '');
  if (!(Math.abs(timeOf(signedAt) - now.getTime()) <= LARGEST_SKEW_MS)) return 'RequestTimeTooSkewed';
  const [, ...scope] = credential.split('/');
  const payloadHash = String(headers['x-amz-content-sha256'] ?? '');
  const given = { algorithm, scope, signedAt, signedHeaders, payloadHash, signature };
  return isSignatureOf(request, given, secretAccessKey) ? undefined : 'SignatureDoesNotMatch';
}
