import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { checkedConnection } from '#shared/platform/destination/checked-connection.ts';
import { ForbiddenDestination } from '#shared/platform/destination/resolve-destination.ts';
import { attemptError } from './attempt-error.ts';
import type { DeliveryDependencies } from './delivery-dependencies.ts';
import type { Outcome } from './outcome.ts';
import { readPreview } from './preview.ts';
import { parseRetryAfter } from './retry-schedule.ts';

export interface Outgoing {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/**
 * One POST with one deadline, from resolving the name to the last byte read. Never throws: any behaviour of
 * the receiver is an outcome. The socket connects to the
 * checked address, while host name and certificate stay those of the receiver (no DNS rebinding); redirects
 * are not followed.
 */
export async function sendAttempt(outgoing: Outgoing, around: DeliveryDependencies): Promise<Outcome> {
  const startedMs = performance.now();
  const signal = AbortSignal.timeout(around.deadlineMs);
  const answer: Partial<Outcome> = {};
  try {
    const response = await post(outgoing, around, signal);
    answer.status = response.statusCode ?? 0;
    // A date refers to the receiver's clock, so it is compared with the machine's.
    answer.retryAfterSeconds = parseRetryAfter(response.headers['retry-after'], new Date());
    await readPreview(response, (preview) => {
      answer.preview = preview;
    });
  } catch (error) {
    answer.error = signal.aborted ? 'timeout' : attemptError(error);
  }
  return {
    status: answer.status ?? null,
    error: answer.error ?? null,
    preview: answer.preview ?? null,
    retryAfterSeconds: answer.retryAfterSeconds ?? null,
    latencyMs: Math.round(performance.now() - startedMs),
  };
}

async function post(
  { url: text, headers, body }: Outgoing,
  around: DeliveryDependencies,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  // A URL that was valid when it was registered may not be valid in this environment.
  if (around.faultOf(text, around) !== null) throw new ForbiddenDestination();
  const url = new URL(text);
  const connection = checkedConnection(url, around);

  return new Promise((resolved, rejected) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method: 'POST',
      headers: {
        ...headers,
        'content-length': Buffer.byteLength(body),
      },
      signal,
      agent: false, // a connection of its own: the address is checked each time
      ...connection,
    });
    request
      .on('response', resolved)
      .on('error', rejected)
      // If a receiver switches protocols, Node closes the connection without a response or an error.
      .on('close', () => rejected(Object.assign(new Error(), { code: 'ECONNRESET' })))
      .end(body);
  });
}
