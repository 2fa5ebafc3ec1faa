import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';

/** Listens on the loopback interface only. Port 0 takes a free port. Returns the port. */
export async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No address.');
  return address.port;
}

export async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

/** Reads the whole body, or rejects with `BodyTooLarge`. */
export function readBody(incoming: IncomingMessage, limitBytes = Infinity): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let bytes = 0;
  incoming.on('data', (chunk: Buffer) => {
    bytes += chunk.byteLength;
    if (bytes <= limitBytes) chunks.push(chunk);
    else reject(new BodyTooLarge()); // drain the rest, so that the response arrives
  });
  incoming.on('end', () => resolve(Buffer.concat(chunks)));
  incoming.on('error', reject);
  return promise;
}

export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge';
}
