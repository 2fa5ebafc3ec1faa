import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP endpoint on this machine that records its requests. */
export interface Receiver {
  url: string;
  received: { headers: IncomingHttpHeaders; body: string; at: Date }[];
  stop: () => Promise<void>;
}

export async function startReceiver(
  answer: (response: ServerResponse, count: number) => void = (response) => response.end('ok'),
): Promise<Receiver> {
  const received: Receiver['received'] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      received.push({ headers: request.headers, body, at: new Date() });
      answer(response, received.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
