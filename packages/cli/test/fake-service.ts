import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  method: string;
  /** With the query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Reply {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface FakeService {
  url: string;
  asked: Asked[];
  /** Environment of a command that calls it. */
  env: Record<string, string>;
  stop: () => Promise<void>;
}

/** A service on a free port of this machine. */
export async function startFakeService(
  answer: (asked: Asked) => Reply | Promise<Reply>,
  { isRemembering = true } = {},
): Promise<FakeService> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url: path = '', headers } = request;
    const one = { method, path, headers, body: Buffer.concat(chunks).toString('utf8') };
    if (isRemembering) asked.push(one);
    send(response, await answer(one));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    asked,
    env: { ASSAY_URL: url, ASSAY_KEY: 'ak_test_1', ASSAY_SECRET: 'hush' },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, { status = 200, body, headers = {} }: Reply): void {
  const type = status >= 400 ? 'application/problem+json' : 'application/json';
  const bytes = Buffer.isBuffer(body) ? body : body === undefined ? '' : JSON.stringify(body);
  response.writeHead(status, { ...(bytes.length > 0 && { 'content-type': type }), ...headers });
  response.end(bytes);
}
