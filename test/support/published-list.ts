import { hash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A local publisher whose file can be changed, and whose failures can be simulated. */
export interface Publisher {
  url: string;
  /** The published file; null if there is none. */
  body: string | Uint8Array | null;
  /** Responds with these statuses first. */
  troubles: number[];
  /** Ends the response after this many bytes, like a broken connection. */
  cutsAfter?: number | undefined;
  requests: { conditional: boolean }[];
}

export async function startPublisher(body: string | Uint8Array | null): Promise<Publisher> {
  const publisher: Publisher = { url: '', body, troubles: [], requests: [] };
  const server = createServer((request, response) => {
    const etag = `"${hash('sha256', publisher.body ?? '')}"`;
    const known = request.headers['if-none-match'];
    publisher.requests.push({ conditional: known !== undefined });
    const trouble = publisher.troubles.shift();
    if (trouble !== undefined) return void response.writeHead(trouble).end();
    if (publisher.body === null) return void response.writeHead(404).end();
    if (known === etag) return void response.writeHead(304).end();
    const bytes = Buffer.from(publisher.body);
    response.writeHead(200, { etag, 'content-length': bytes.length });
    if (publisher.cutsAfter === undefined) return void response.end(bytes);
    response.write(bytes.subarray(0, publisher.cutsAfter), () => response.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  publisher.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/list`;
  return publisher;
}
