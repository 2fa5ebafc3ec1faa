import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { FetchPublished } from '@assay/agreements/pdf';
import { checkedConnection } from '#shared/platform/destination/checked-connection.ts';
import { isLoopback } from '#shared/platform/destination/parse-destination.ts';
import { resolveWithDns } from '#shared/platform/destination/resolve-destination.ts';
import { mayCallThisMachine, optionalSetting } from '#shared/platform/environment.ts';

/** A signer waits for all of them together. Without them the seal has no data to be verified later. */
const TIMEOUT_MS = 5_000;
const FILES = 12;
const LARGEST_BYTES = 1024 * 1024;

/** For one seal, where seals are to have the data to verify them later (B-LT). */
export const sealFiles = () => (optionalSetting('SEAL_LEVEL') === 'B-LT' ? publishedFiles() : undefined);

/**
 * Files of certificate authorities, for one seal. Their addresses are in certificates, so they are limited like those of
 * customers: public addresses only, no redirects. Plain HTTP is usual, because the files are signed.
 */
export function publishedFiles({ isLocal = mayCallThisMachine(), timeoutMs = TIMEOUT_MS } = {}): FetchPublished {
  let signal: AbortSignal | undefined;
  let left = FILES;
  return async (address) => {
    // From the first request: printing and the seal take their own time.
    signal ??= AbortSignal.timeout(timeoutMs);
    left -= 1;
    if (left < 0) throw new Error('it takes too many files');
    const url = URL.parse(address);
    const isAllowed = url && /^https?:$/.test(url.protocol) && (url.port === '' || (isLocal && isLoopback(url)));
    if (!isAllowed) throw new Error('its address is not one of the web');
    const response = await get(url, { isLocal, signal });
    if (response.statusCode !== 200) {
      response.destroy();
      throw new Error(`its address answered with status ${response.statusCode}`);
    }
    return await contentOf(response);
  };
}

function get(url: URL, { isLocal, signal }: { isLocal: boolean; signal: AbortSignal }): Promise<IncomingMessage> {
  const connection = checkedConnection(url, { isLocal, resolve: resolveWithDns });
  return new Promise((resolved, rejected) => {
    (url.protocol === 'https:' ? https : http)
      .get(url, { signal, agent: false, ...connection })
      .on('response', resolved)
      .on('error', rejected);
  });
}

async function contentOf(response: IncomingMessage): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > LARGEST_BYTES) throw new Error('it is too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
