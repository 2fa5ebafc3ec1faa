import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isForbiddenAddress } from './destination/forbidden-address.ts';
import { hostOf, isThisMachine } from './destination/parse-destination.ts';
import {
  ForbiddenDestination,
  type Resolve,
  resolveSafely,
} from './destination/resolve-destination.ts';
import { DEADLINE_MS, PREVIEW_CHARACTERS, RESPONSE_BYTES } from './limits.ts';

/** What came of one attempt. It never throws: whatever a receiver does is a result. */
export interface Outcome {
  status: number | null;
  error: string | null;
  preview: string | null;
  retryAfter: string | undefined;
  latencyMs: number;
}

export interface Outgoing {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface Surroundings {
  resolve: Resolve;
  isLocal: boolean;
  deadlineMs?: number;
}

/**
 * One POST under one deadline, from resolving the name to the last byte read. The socket connects to an
 * address that was checked, while name and certificate stay the receiver's; redirects are not followed.
 */
export async function sendAttempt(outgoing: Outgoing, around: Surroundings): Promise<Outcome> {
  const startedMs = performance.now();
  const signal = AbortSignal.timeout(around.deadlineMs ?? DEADLINE_MS);
  const answer: Partial<Outcome> = {};
  try {
    await exchange(outgoing, around, signal, answer);
  } catch (error) {
    answer.error = signal.aborted ? 'timeout' : wordFor(error);
  }
  return {
    status: answer.status ?? null,
    error: answer.error ?? null,
    preview: answer.preview ?? null,
    retryAfter: answer.retryAfter,
    latencyMs: Math.round(performance.now() - startedMs),
  };
}

async function exchange(
  { url: text, headers, body }: Outgoing,
  { resolve, isLocal }: Surroundings,
  signal: AbortSignal,
  answer: Partial<Outcome>,
): Promise<void> {
  const url = new URL(text);
  const isOurs = isLocal && isThisMachine(url);
  // Node does not look an address up, so one that is written out is checked here.
  if (!isOurs && isIP(hostOf(url)) !== 0 && isForbiddenAddress(hostOf(url)))
    throw new ForbiddenDestination();

  const response = await new Promise<IncomingMessage>((resolved, rejected) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      signal,
      agent: false, // a connection of its own: the address is checked each time
      ...(!isOurs && { lookup: checkedLookup(resolve) }),
    });
    request.on('response', resolved).on('error', rejected).end(body);
  });
  answer.status = response.statusCode ?? 0;
  answer.retryAfter = response.headers['retry-after'];
  answer.preview = '';
  answer.preview = previewOf(await firstBytes(response));
}

function checkedLookup(resolve: Resolve): LookupFunction {
  return (host, options, done) => {
    resolveSafely(host, resolve).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all) done(null, addresses);
        else done(null, first?.address ?? '', first?.family);
      },
      (error: Error) => done(error, ''),
    );
  };
}

/** At most 4 KiB; what comes after is not read. */
async function firstBytes(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= RESPONSE_BYTES) break; // leaving the loop closes the socket
  }
  return Buffer.concat(chunks).subarray(0, RESPONSE_BYTES);
}

const previewOf = (bytes: Buffer) =>
  [...new TextDecoder().decode(bytes)].slice(0, PREVIEW_CHARACTERS).join('');

const WORDS: Record<string, string> = {
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  EPIPE: 'connection_reset',
  ENOTFOUND: 'unresolvable',
  EAI_AGAIN: 'unresolvable',
  EPROTO: 'tls_failure',
};

function wordFor(error: unknown): string {
  if (error instanceof ForbiddenDestination) return 'forbidden_address';
  const { code = '' } = error as NodeJS.ErrnoException;
  if (/CERT|TLS|SSL|SIGNATURE/.test(code)) return 'tls_failure';
  return WORDS[code] ?? 'network_error';
}

export const isSuccess = ({ status, error }: Outcome) =>
  error === null && status !== null && status >= 200 && status < 300;
