import { type Timestamp, TimestampUnavailable, timestampQuery } from '@assay/agreements/pdf';
import { optionalSetting } from '#shared/platform/environment.ts';

/** A signer waits for the answer. Without it the document is sealed without a timestamp. */
const TIMEOUT_MS = 4_000;
const ATTEMPTS = 2;
/** Beyond this a token would not fit into the space that the file reserves for it. */
const LARGEST_ANSWER_BYTES = 15 * 1024;

/** The configured authority (RFC 3161); undefined without one. */
export function timestampAuthority(): Timestamp | undefined {
  const url = optionalSetting('TIMESTAMP_AUTHORITY');
  return url === undefined ? undefined : timestampsFrom({ url, fingerprint: optionalSetting('TIMESTAMP_CERTIFICATE') });
}

interface Authority {
  url: string;
  /** SHA-256 of its certificate, or of one above it; any is accepted without. */
  fingerprint?: string | undefined;
}

export const timestampsFrom =
  (authority: Authority): Timestamp =>
  (digest) =>
    timestampOf(authority, digest);

async function timestampOf({ url, fingerprint }: Authority, digest: Uint8Array): Promise<Uint8Array> {
  for (let attempt = 1; ; attempt += 1) {
    const query = timestampQuery(digest);
    try {
      const answer = await answerOf(url, query.der);
      return query.tokenIn(answer, { now: new Date(), fingerprint });
    } catch (error) {
      if (attempt < ATTEMPTS) continue;
      if (error instanceof TimestampUnavailable) throw error;
      throw new TimestampUnavailable(`The timestamp authority did not answer: ${String(error)}`, { cause: error });
    }
  }
}

async function answerOf(url: string, body: Uint8Array): Promise<Uint8Array> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query' },
    body: Buffer.from(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'error',
  });
  if (!response.ok) throw new TimestampUnavailable(`The timestamp authority answered with status ${response.status}.`);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > LARGEST_ANSWER_BYTES)
      throw new TimestampUnavailable('The answer of the timestamp authority is too large.');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
