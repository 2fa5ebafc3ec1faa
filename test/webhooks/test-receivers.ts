import type { AddressInfo } from 'node:net';
import { createServer as createNetServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type SecureContext } from 'node:tls';
import { type Identity, selfSigned } from '#test/support/certificate.ts';

/** Real endpoints on this machine that behave like receivers, byte by byte, and count their requests. */
export interface Endpoint {
  port: number;
  url: string;
  visits: Visit[];
  /** The server names of TLS clients (SNI). */
  serverNames: string[];
  stop: () => Promise<void>;
}

interface Visit {
  /** Head and body of the request. */
  request: string;
  /** Resolves when our side of the connection is closed. */
  closed: Promise<void>;
  isClosed: boolean;
}

/** What an endpoint does once it has read a whole request. */
export type Behaviour = (socket: Socket, visit: number) => void;

export async function startEndpoint(
  behaviour: Behaviour,
  { identity }: { identity?: Identity } = {},
): Promise<Endpoint> {
  const visits: Visit[] = [];
  const serverNames: string[] = [];
  const sockets = new Set<Socket>();
  const onConnection = (socket: Socket) => {
    sockets.add(socket);
    const visit = visitOf(socket);
    visits.push(visit);
    const number = visits.length;
    socket.on('data', (chunk: Buffer) => {
      visit.request += chunk.toString('utf8');
      if (isWhole(visit.request)) behaviour(socket, number);
    });
  };
  const server: Server = identity
    ? createTlsServer({ ...identity, SNICallback: note(serverNames) }, onConnection)
    : createNetServer(onConnection);
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `${identity ? 'https' : 'http'}://127.0.0.1:${port}/hook`,
    visits,
    serverNames,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

const note = (names: string[]) => (name: string, done: (error: Error | null, context?: SecureContext) => void) => {
  names.push(name);
  done(null);
};

function visitOf(socket: Socket): Visit {
  const visit: Visit = { request: '', isClosed: false, closed: Promise.resolve() };
  visit.closed = new Promise((resolve) => {
    const close = () => {
      visit.isClosed = true;
      resolve();
    };
    // A client that has read enough resets the connection.
    socket.on('end', close).on('close', close).on('error', close);
  });
  return visit;
}

function isWhole(request: string): boolean {
  const [head = '', ...body] = request.split('\r\n\r\n');
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.POSITIVE_INFINITY);
  return Buffer.byteLength(body.join('\r\n\r\n')) >= length;
}

const head = (status: number, headers: Record<string, string> = {}) =>
  [`HTTP/1.1 ${status} Said So`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '\r\n'].join(
    '\r\n',
  );

const answer =
  (status: number, headers: Record<string, string> = {}, body = ''): Behaviour =>
  (socket) => {
    const length = { 'content-length': String(Buffer.byteLength(body)) };
    socket.write(head(status, { ...length, ...headers }) + body);
  };

/** Writes for as long as the client reads. */
const endless: Behaviour = (socket) => {
  socket.write(head(200));
  const block = 'x'.repeat(16 * 1024);
  const pour = () => {
    while (!socket.destroyed && socket.write(block));
  };
  socket.on('drain', pour);
  pour();
};

/** A byte now and then, so that no idle timeout ever fires. */
const drip =
  (first: string): Behaviour =>
  (socket) => {
    socket.write(first);
    const timer = setInterval(() => socket.write('x'), 20);
    socket.on('close', () => clearInterval(timer)).on('error', () => clearInterval(timer));
  };

const METADATA = 'http://169.254.169.254/latest/meta-data/';

/** All kinds of receivers over HTTP. A status of null means no response. */
export const RECEIVER_KINDS: Record<string, ReceiverKind> = {
  '200': { behaves: answer(200, {}, 'ok'), status: 200, error: null, preview: 'ok' },
  '204': { behaves: answer(204), status: 204, error: null, preview: '' },
  '301 to the metadata address': {
    behaves: answer(301, { location: METADATA }, 'elsewhere'),
    status: 301,
    error: null,
    preview: 'elsewhere',
  },
  '307 to itself': {
    behaves: answer(307, { location: '/hook' }),
    status: 307,
    error: null,
    preview: '',
  },
  '400': { behaves: answer(400, {}, 'no'), status: 400, error: null, preview: 'no' },
  '404': { behaves: answer(404, {}, 'gone'), status: 404, error: null, preview: 'gone' },
  '500': { behaves: answer(500, {}, 'oh'), status: 500, error: null, preview: 'oh' },
  'slow headers': {
    behaves: drip('HTTP/1.1 200 OK\r\nx-slow: '),
    status: null,
    error: 'timeout',
    preview: null,
  },
  silence: { behaves: () => undefined, status: null, error: 'timeout', preview: null },
  'slow body': {
    behaves: drip(head(200, { 'content-length': '5000' })),
    status: 200,
    error: 'timeout',
    preview: /^x+$/,
  },
  'endless body': { behaves: endless, status: 200, error: null, preview: 'x'.repeat(1_000) },
  'endless chunks': {
    behaves: drip(`${head(200, { 'transfer-encoding': 'chunked' })}ffffff\r\n`),
    status: 200,
    error: 'timeout',
    preview: /^x+$/,
  },
  '101 switching protocols': {
    behaves: (socket) => void socket.write(head(101, { connection: 'Upgrade', upgrade: 'websocket' })),
    status: null,
    error: 'connection_reset',
    preview: null,
  },
  'no HTTP at all': {
    behaves: (socket) => void socket.end('SSH-2.0-OpenSSH_9.2\r\n'),
    status: null,
    error: 'invalid_response',
    preview: null,
  },
  'headers without end': {
    behaves: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      for (let line = 0; line < 2_000; line += 1) socket.write(`x-${line}: ${'y'.repeat(50)}\r\n`);
    },
    status: null,
    error: 'invalid_response',
    preview: null,
  },
  'reset before headers': {
    behaves: (socket) => void socket.resetAndDestroy(),
    status: null,
    error: 'connection_reset',
    preview: null,
  },
  'hang-up before headers': {
    behaves: (socket) => void socket.end(),
    status: null,
    error: 'connection_reset',
    preview: null,
  },
  'reset after headers': {
    behaves: (socket) => {
      socket.write(`${head(200, { 'content-length': '100' })}half`, () =>
        setTimeout(() => socket.resetAndDestroy(), 50),
      );
    },
    status: 200,
    error: 'connection_reset',
    preview: 'half',
  },
};

export interface ReceiverKind {
  behaves: Behaviour;
  status: number | null;
  error: string | null;
  preview: string | RegExp | null;
}

export const isFriendly = ({ status, error }: Pick<ReceiverKind, 'status' | 'error'>) =>
  error === null && status !== null && status >= 200 && status < 300;

export const answering = answer;
export { selfSigned };
