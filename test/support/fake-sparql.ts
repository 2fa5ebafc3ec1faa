import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Asked, answerTo, readQuestion } from './fake-answers.ts';
import { anIsland, type FakeWikidata } from './fake-wikidata.ts';

/** The failures that can be simulated. */
export type Trouble =
  | { status: number; headers?: Record<string, string>; body?: string }
  /** Never answers. */
  | 'hangs'
  /** Closes the connection. */
  | 'breaks';

/** A local SPARQL service with an invented knowledge base that records its requests. */
export interface FakeSparql {
  url: string;
  holds: FakeWikidata;
  trouble: (asked: Asked, count: number) => Trouble | undefined;
  asked: (Asked & { userAgent: string; accept: string })[];
  /** The maximum number of concurrent queries. */
  mostAtOnce: number;
  /** Clears recorded requests and simulated failures. */
  reset(): void;
  stop(): void;
}

const THINKING_MS = 2;
const RESULTS = 'application/sparql-results+json;charset=utf-8';

/** The response of the query service when a query exceeds its time limit. */
export const TIMED_OUT: Trouble = {
  status: 500,
  headers: { 'content-type': 'text/plain' },
  body: 'SPARQL-QUERY: queryStr=…\njava.util.concurrent.TimeoutException\n\tat java.util…',
};

export const A_PAGE: Trouble = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><html><body>Our servers are currently under maintenance</body></html>',
};

export async function startFakeSparql(): Promise<FakeSparql> {
  let atOnce = 0;
  const server = createServer(async (request, response) => {
    atOnce += 1;
    service.mostAtOnce = Math.max(service.mostAtOnce, atOnce);
    response.on('close', () => {
      atOnce -= 1;
    });
    const query = new URLSearchParams(await bodyOf(request)).get('query') ?? '';
    const asked = readQuestion(query);
    const { 'user-agent': userAgent = '', accept = '' } = request.headers;
    service.asked.push({ ...asked, userAgent, accept });
    await sleep(THINKING_MS);
    answer(response, asked);
  });
  const answer = (response: ServerResponse, asked: Asked) => {
    const trouble = service.trouble(asked, service.asked.length);
    if (trouble === 'hangs') return;
    if (trouble === 'breaks') return void response.destroy();
    if (trouble) return void response.writeHead(trouble.status, trouble.headers).end(trouble.body ?? '');
    const results = { head: {}, results: { bindings: answerTo(asked, service.holds) } };
    response.writeHead(200, { 'content-type': RESULTS }).end(JSON.stringify(results));
  };
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const service: FakeSparql = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sparql`,
    holds: anIsland(),
    trouble: () => undefined,
    asked: [],
    mostAtOnce: 0,
    reset() {
      Object.assign(service, { holds: anIsland(), trouble: () => undefined });
      Object.assign(service, { asked: [], mostAtOnce: 0 });
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
  return service;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
