import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { main } from '../src/main.ts';
import { openTerminal } from '../src/terminal.ts';
import { type FakeService, startFakeService } from './fake-service.ts';

const home = mkdtempSync(join(tmpdir(), 'assay-login-'));
afterAll(() => rmSync(home, { recursive: true }));

let service: FakeService;
afterEach(() => service.stop());

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const seconds = () => Math.floor(Date.now() / 1000);

/** A service that is its own issuer; the nonce is that of the last authorization URL. */
async function startIssuer(config: object = { commandClientId: 'command' }) {
  const issued = { nonce: '' };
  service = await startFakeService(({ path }) => {
    const { url } = service;
    if (path === '/console/config.json') return { body: { issuer: url, clientId: 'console', ...config } };
    if (path.endsWith('openid-configuration'))
      return { body: { issuer: url, authorization_endpoint: `${url}/authorize`, token_endpoint: `${url}/token` } };
    const claims = { iss: url, aud: 'command', sub: 'u', iat: seconds(), exp: seconds() + 900, ...issued };
    const id_token = `${part({ alg: 'RS256' })}.${part(claims)}.${part('signature')}`;
    return { body: { id_token, refresh_token: 'r', access_token: 'a', token_type: 'Bearer', expires_in: 900 } };
  });
  return issued;
}

/** Runs `assay login` and has `browse` do what the browser does with the URL that it prints. */
async function login(args: readonly string[], browse: (url: URL, code: string) => Promise<void>) {
  let printed = '';
  let isBrowsing = false;
  let browsing = Promise.resolve();
  const write = (chunk: string | Uint8Array) => {
    printed += String(chunk);
    const url = /Sign in at (\S+)/.exec(printed)?.[1];
    const code = /shows the code (\S+)\.\n/.exec(printed)?.[1];
    if (!url || !code || isBrowsing) return;
    isBrowsing = true;
    browsing = browse(new URL(url), code);
  };
  const env = { XDG_CONFIG_HOME: home };
  const terminal = openTerminal({ stdout: { isTTY: false, write }, stderr: { isTTY: false, write } }, env);
  const exitCode = await main(['login', '--url', service.url, '--no-browser', ...args], { terminal, env });
  await browsing;
  return { exitCode, printed };
}

const portOf = (url: URL) => Number(url.searchParams.get('state')?.split('.')[0]);
const answerOf = (url: URL, changes: Record<string, string> = {}) =>
  new URLSearchParams({ code: 'c', state: url.searchParams.get('state') ?? '', ...changes });

describe('login with a browser', () => {
  test('uses the client of the command, a page of the console as callback, and a port of its own', async () => {
    const issued = await startIssuer();
    const ports: number[] = [];
    const signIn = () =>
      login([], async (url, code) => {
        issued.nonce = url.searchParams.get('nonce') ?? '';
        ports.push(portOf(url));
        expect(Object.fromEntries(url.searchParams)).toMatchObject({
          client_id: 'command',
          redirect_uri: `${service.url}/console/command`,
          code_challenge_method: 'S256',
          state: expect.stringContaining(`.${code}.`),
        });
        const answered = await fetch(`http://127.0.0.1:${portOf(url)}/callback?${answerOf(url)}`);
        expect(await answered.text()).toContain('Signed in');
      });

    expect(await signIn()).toMatchObject({ exitCode: 0, printed: expect.stringContaining('Signed in to') });
    expect(await signIn()).toMatchObject({ exitCode: 0 });
    expect(new Set(ports).size).toBe(2);
    const saved = JSON.parse(readFileSync(join(home, 'assay', 'config.json'), 'utf8'));
    expect(saved.profiles.default.session).toMatchObject({ clientId: 'command', refreshToken: 'r' });
    const redeemed = service.asked.find(({ path }) => path === '/token');
    expect(new URLSearchParams(redeemed?.body).get('redirect_uri')).toBe(`${service.url}/console/command`);
  });

  test('ignores answers with another state, and ends with the refusal of the issuer', async () => {
    await startIssuer();
    const { exitCode, printed } = await login([], async (url) => {
      const callback = `http://127.0.0.1:${portOf(url)}/callback`;
      const strange = await fetch(`${callback}?${answerOf(url, { state: 'strange' })}`);
      expect(strange.status).toBe(404);
      await fetch(
        `${callback}?${new URLSearchParams({ error: 'access_denied', state: url.searchParams.get('state') ?? '' })}`,
      );
    });

    expect(exitCode).not.toBe(0);
    expect(printed).toContain('The sign-in was refused: access_denied');
    expect(service.asked.map(({ path }) => path)).not.toContain('/token');
  });

  test('without a client for the command it asks for an API key', async () => {
    await startIssuer({ commandClientId: null });
    const { exitCode, printed } = await login([], async () => undefined);

    expect(exitCode).not.toBe(0);
    expect(printed).toMatch(/no OAuth client for `assay`.*assay login --key/);
  });

  test('a port in use or out of range is refused before anything is opened', async () => {
    await startIssuer();
    const { port } = new URL(service.url);

    expect((await login(['--port', port], async () => undefined)).printed).toContain(`Port ${port} is in use`);
    expect((await login(['--port', '80'], async () => undefined)).printed).toContain('from 1024 to 65535');
  });
});
