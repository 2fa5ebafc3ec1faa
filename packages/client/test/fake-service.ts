import { type ClientOptions, createClient } from '../index.ts';

/** A request of the client as a service receives it. */
export interface SentRequest {
  url: URL;
  method: string;
  headers: Headers;
  body: Uint8Array;
  redirect: RequestInit['redirect'];
}

export type Reply = Response | Error | ((request: SentRequest) => Response | Promise<Response>);

export const CREDENTIALS = { key: 'ak_test_1', secret: 'hush' };

/** A client whose requests get these replies in turn, and then the last one repeatedly. */
export function clientAnsweredBy(replies: Reply[], options: Partial<ClientOptions> = {}) {
  const sent: SentRequest[] = [];
  const answer: typeof fetch = async (input, init) => {
    const request = {
      url: new URL(String(input)),
      method: init?.method ?? '',
      headers: new Headers(init?.headers),
      body: (init?.body as Uint8Array | undefined) ?? new Uint8Array(),
      redirect: init?.redirect,
    };
    const reply = replies[Math.min(sent.length, replies.length - 1)];
    sent.push(request);
    return Promise.race([abortionOf(init?.signal), replyTo(request, reply)]);
  };
  const client = createClient({
    baseUrl: 'https://assay.example',
    credentials: CREDENTIALS,
    fetch: answer,
    ...options,
  });
  return { client, sent };
}

async function replyTo(request: SentRequest, reply: Reply | undefined): Promise<Response> {
  if (reply instanceof Error) throw reply;
  if (typeof reply === 'function') return reply(request);
  if (!reply) throw new Error('No reply was prepared.');
  return reply.clone();
}

/** Rejects as `fetch` does once its signal is aborted. */
const abortionOf = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => {
    const abort = () => reject(signal?.reason);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort);
  });

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers: { 'x-request-id': 'request-1', ...headers } });

export const problem = (status: number, code: string, headers: Record<string, string> = {}) =>
  json({ code, status, detail: `It is ${code}.`, requestId: 'request-1' }, status, {
    ...headers,
    'content-type': 'application/problem+json',
  });

export const aSubject = {
  id: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
  resource: 'subjects',
  data: { kind: 'person', externalId: 'customer-4711', createdAt: '2026-03-14T09:26:53.589Z' },
} as const;
