import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { EXIT, Failure } from '../failure.ts';
import type { Terminal } from '../terminal.ts';
import { CALLBACK_PORT } from './oauth.ts';

const SIGN_IN_MS = 10 * 60_000;

const page = (title: string, text: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>`;

/**
 * Opens the sign-in page of the issuer and waits for the query of its redirect to this machine. Answers with
 * another state, which other pages could send, are ignored.
 */
export async function redirectFromBrowser(
  url: string,
  { state }: { state: string },
  { terminal, opensBrowser }: { terminal: Terminal; opensBrowser: boolean },
): Promise<URLSearchParams> {
  const { promise, resolve, reject } = withResolvers<URLSearchParams>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
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
  server.once('error', (error: NodeJS.ErrnoException) =>
    reject(
      new Failure(
        EXIT.usage,
        error.code === 'EADDRINUSE'
          ? `Port ${CALLBACK_PORT} is in use. End the other sign-in and retry.`
          : error.message,
      ),
    ),
  );
  const timer = setTimeout(
    () => reject(new Failure(EXIT.refused, 'The sign-in was not completed within ten minutes.')),
    SIGN_IN_MS,
  );
  server.listen(CALLBACK_PORT, 'localhost', () => {
    terminal.err(`Sign in at ${url}`);
    if (opensBrowser) openBrowser(url);
  });
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    server.close();
    server.closeAllConnections();
  }
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
