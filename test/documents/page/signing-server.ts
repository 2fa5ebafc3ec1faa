import { createServer, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll } from 'vitest';
import { closeServer, listen } from '#packages/local-aws/src/gateway/http-server.ts';
import { documentRoutes } from '#shared/documents/routes/documents.ts';
import { pageRoutes } from '#shared/documents/routes/page.ts';
import { signingRoutes } from '#shared/documents/routes/signing.ts';
import { fullPath } from '#shared/platform/http/route.ts';
import { anonymous, call, type Response } from '#test/support/api.ts';
import { buildSigningPage } from '#test/support/signing-page.ts';

/**
 * The functions of the signing page behind HTTP in this process, because the local cloud takes
 * minutes to start.
 */
export function signingServer(): (token: string) => string {
  let server: Awaited<ReturnType<typeof startSigningServer>> | undefined;
  beforeAll(async () => {
    server = await startSigningServer();
  });
  afterAll(() => server?.stop());
  return (token) => `${server?.origin}/api/v1/sign/${token}`;
}

export async function startSigningServer() {
  const server = createServer((incoming, outgoing) => {
    void answer(incoming).then(
      ({ status, headers, body }) => outgoing.writeHead(status, headers).end(bytesOf(headers, body)),
      (error) => outgoing.writeHead(500).end(String(error)),
    );
  });
  buildSigningPage();
  return {
    origin: `http://127.0.0.1:${await listen(server, 0)}`,
    stop: () => {
      server.closeAllConnections();
      return closeServer(server);
    },
  };
}

const ROUTES = [...Object.values(pageRoutes), ...Object.values(signingRoutes), documentRoutes.findSealed].map(
  (route) => ({
    route,
    pattern: new RegExp(`^${fullPath(route).replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
  }),
);

async function answer(incoming: IncomingMessage): Promise<Response> {
  const [path = ''] = (incoming.url ?? '').split('?');
  for (const { route, pattern } of ROUTES) {
    const params = pattern.exec(path)?.groups;
    if (route.method !== incoming.method || (!params && fullPath(route) !== path)) continue;
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part);
    const rawBody = Buffer.concat(parts).toString();
    return call(anonymous, route, { params: { ...params }, ...(rawBody && { rawBody }) });
  }
  return { status: 404, headers: {}, body: {} };
}

/** Files are base64, as API Gateway expects; texts and JSON are plain. */
function bytesOf(headers: Record<string, string>, body: unknown): Buffer {
  if (typeof body !== 'string') return Buffer.from(JSON.stringify(body));
  const isText = body.startsWith('<') && headers['content-encoding'] === undefined;
  return Buffer.from(body, isText ? 'utf8' : 'base64');
}
