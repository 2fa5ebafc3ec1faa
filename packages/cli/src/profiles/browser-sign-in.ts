import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EXIT, Failure } from '../failure.ts';
import type { Terminal } from '../terminal.ts';

const SIGN_IN_MS = 10 * 60_000;
const LOOPBACK = '127.0.0.1';

/** Letters and digits that are not mistaken for each other. */
const CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

const page = (title: string, text: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>`;

interface BrowserOptions {
  terminal: Terminal;
  opensBrowser: boolean;
  /** 0 for any free port. */
  port: number;
}

/**
 * Opens the sign-in page of the issuer and waits for the query of its redirect. The issuer redirects to a page of the
 * console, which shows the port and the code of `state` and sends the answer to this machine after a click: a program of
 * another user that waits on a port gets nothing unseen. Answers with another state are ignored.
 */
export async function redirectFromBrowser(
  random: string,
  urlWith: (state: string) => Promise<string>,
  { terminal, opensBrowser, port }: BrowserOptions,
): Promise<{ query: URLSearchParams; state: string }> {
  const server = createServer();
  const code = newCode();
  const state = `${await listenOn(server, port)}.${code}.${random}`;
  try {
    const redirect = redirectTo(server, state);
    const url = await urlWith(state);
    terminal.err(`Sign in at ${url}`);
    terminal.err(`Continue in the browser only if the page shows the code ${code}.`);
    if (opensBrowser) openBrowser(url);
    return { query: await redirect, state };
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

const newCode = () => {
  const letters = Array.from({ length: 8 }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
};

function listenOn(server: Server, port: number): Promise<number> {
  const { promise, resolve, reject } = withResolvers<number>();
  server.once('error', (error: NodeJS.ErrnoException) =>
    reject(
      new Failure(
        EXIT.usage,
        error.code === 'EADDRINUSE' ? `Port ${port} is in use. Choose another --port.` : error.message,
      ),
    ),
  );
  server.listen(port, LOOPBACK, () => resolve((server.address() as AddressInfo).port));
  return promise;
}

function redirectTo(server: Server, state: string): Promise<URLSearchParams> {
  const { promise, resolve, reject } = withResolvers<URLSearchParams>();
  const timer = setTimeout(
    () => reject(new Failure(EXIT.refused, 'The sign-in was not completed within ten minutes.')),
    SIGN_IN_MS,
  );
  server.on('request', (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', `http://${LOOPBACK}`);
    const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
    if (pathname !== '/callback' || searchParams.get('state') !== state) {
      response.writeHead(404, headers).end(page('Not found', 'This is the sign-in of `assay`.'));
      return;
    }
    const code = searchParams.get('code');
    const error = searchParams.get('error_description') ?? searchParams.get('error');
    response.once('finish', () =>
      code
        ? resolve(searchParams)
        : reject(new Failure(EXIT.refused, `The sign-in was refused: ${error ?? 'no code'}.`)),
    );
    response
      .writeHead(200, { ...headers, connection: 'close' })
      .end(
        code
          ? page('Signed in', 'You can close this page and return to the terminal.')
          : page('Sign-in failed', 'Return to the terminal.'),
      );
  });
  return promise.finally(() => clearTimeout(timer));
}

/** The URL is printed as well, so a machine without a browser is no error. */
function openBrowser(url: string): void {
  const [program = '', ...args] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', url]
        : ['xdg-open', url];
  spawn(program, args, { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}

/** `Promise.withResolvers` exists in Node 22 and later only. */
function withResolvers<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<T>((fulfil, fail) => {
    resolve = fulfil;
    reject = fail;
  });
  return { promise, resolve, reject };
}
