import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { context } from 'esbuild';
import * as z from 'zod';
import { consoleBuildOptions, consoleFiles } from '#infra/console-page.ts';
import { pageHeaders } from '#shared/console/index.ts';
import { CONTENT_TYPES, contentTypeOf } from '#shared/platform/http/content-types.ts';

/**
 * npm run console: serves the console from its sources and reloads the browser after every change.
 * Everything else is forwarded to a running local cloud (`CLOUD`). The page has the content security
 * policy of the deployed one.
 */
const CLOUD = new URL(process.env.CLOUD ?? 'http://127.0.0.1:3000');
const PORT = Number(process.env.PORT ?? 3100);
const RELOAD_SCRIPT = '/console/assets/reload.js';
const RELOAD_EVENTS = '/console/assets/reload.events';
const RELOAD = `new EventSource('${RELOAD_EVENTS}').onmessage = () => location.reload();`;

let files: Record<string, Uint8Array> = {};
const browsers = new Set<ServerResponse>();

const building = await context({
  ...consoleBuildOptions(),
  minify: false,
  sourcemap: 'inline',
  plugins: [
    {
      name: 'reload',
      setup: (build) =>
        build.onEnd(({ outputFiles, metafile, errors }) => {
          if (errors.length > 0 || !metafile) return;
          files = consoleFiles(outputFiles ?? [], metafile);
          for (const browser of browsers) browser.write('data: reload\n\n');
        }),
    },
  ],
});
await building.watch();

const policy = await readPolicy();
createServer(answer).listen(PORT, '127.0.0.1', () =>
  console.log(`Console  http://127.0.0.1:${PORT}/console  (forwards to ${CLOUD.origin})`),
);

/** The hosts that the cloud allows its page to call. */
async function readPolicy(): Promise<string> {
  const unreachable = `No local cloud answers at ${CLOUD.origin}. Start one with npm start, or set CLOUD.`;
  const response = await fetch(new URL('/console', CLOUD)).catch(() => {
    throw new Error(unreachable);
  });
  const served = z.string().parse(response.headers.get('content-security-policy'));
  // Same-origin calls of the cloud's own page, such as those to its issuer, are cross-origin here.
  return served.replace("connect-src 'self'", `connect-src 'self' ${CLOUD.origin}`);
}

function answer(incoming: IncomingMessage, outgoing: ServerResponse) {
  const { pathname } = new URL(incoming.url ?? '/', CLOUD);
  if (pathname === RELOAD_EVENTS) return listen(outgoing);
  if (pathname === RELOAD_SCRIPT)
    return send(outgoing, CONTENT_TYPES.js, RELOAD, {
      'cache-control': 'no-cache',
    });
  const file = files[pathname.replace('/console/assets/', '')];
  if (pathname.startsWith('/console/assets/'))
    return file
      ? send(outgoing, contentTypeOf(pathname) ?? '', file, { 'cache-control': 'no-cache' })
      : outgoing.writeHead(404).end();
  if (pathname !== '/console/config.json' && /^\/console(\/|$)/.test(pathname)) return sendPage(outgoing);
  forward(incoming, outgoing);
}

function listen(browser: ServerResponse): void {
  browser.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  browsers.add(browser);
  browser.once('close', () => browsers.delete(browser));
}

function sendPage(outgoing: ServerResponse): void {
  const page = Buffer.from(files['index.html'] ?? 'The build failed. See the terminal.').toString();
  const reloading = page.replace('</head>', `<script src="${RELOAD_SCRIPT}"></script>\n</head>`);
  const headers = { ...pageHeaders([]), 'content-security-policy': policy };
  send(outgoing, 'text/html; charset=utf-8', gzipSync(reloading), headers);
}

function send(
  outgoing: ServerResponse,
  contentType: string,
  content: string | Uint8Array,
  headers: Record<string, string>,
): void {
  outgoing.writeHead(200, { ...headers, 'content-type': contentType });
  outgoing.end(content);
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, url, headers } = incoming;
  const forwarded = request(
    new URL(url ?? '/', CLOUD),
    { method, headers: { ...headers, host: CLOUD.host } },
    (answered) => {
      outgoing.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(outgoing);
    },
  );
  forwarded.once('error', () => {
    if (!outgoing.headersSent) outgoing.writeHead(502, { 'content-type': 'text/plain' });
    outgoing.end(`No local cloud answers at ${CLOUD.origin}.`);
  });
  incoming.pipe(forwarded);
}
