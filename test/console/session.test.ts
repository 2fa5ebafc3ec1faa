import { afterEach, expect, test, vi } from 'vitest';
import { AUDIENCE } from '#infra/local/issuer.ts';
import { baseUrl, codeFor, issuer, people, refresh, SECOND_MS } from './local-sign-in.ts';

/** The session of the console with the local issuer. */

/** The functions of `console/session.ts`, which is type-checked for browsers. */
interface Session {
  startSession(config: object): Promise<{ isSignedIn: boolean; returnTo: string | undefined }>;
  getToken(): Promise<string>;
  claims(): { sub: string; role: string; name?: string } | undefined;
  signIn(returnTo?: string): Promise<void>;
  signInAgain(): Promise<void>;
  endSession(): void;
  signOut(): Promise<void>;
  onSignedOut(listener: () => void): () => void;
}

const SESSION_FILE = '../../console/session.ts';
const storage = new Map<string, string>();
/** What all tabs of the browser share. */
const shared = new Map<string, string>();
const heard: ((event: { key: string }) => void)[] = [];
const assigned: string[] = [];
const replaced: string[] = [];
/** Names of locks that another tab holds. */
const lockedElsewhere = new Set<string>();

/** A page of the console, with an empty module state as after a reload. */
async function pageAt(path: string): Promise<Session> {
  const url = new URL(path, baseUrl);
  const storageOf = (kept: Map<string, string>) => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('sessionStorage', storageOf(storage));
  vi.stubGlobal('localStorage', storageOf(shared));
  vi.stubGlobal('addEventListener', (_type: string, listener: (event: { key: string }) => void) =>
    heard.push(listener),
  );
  vi.stubGlobal('location', {
    origin: url.origin,
    pathname: url.pathname,
    search: url.search,
    assign: (target: URL | string) => assigned.push(`${target}`),
    replace: (target: URL | string) => replaced.push(`${target}`),
  });
  vi.stubGlobal('navigator', {
    locks: {
      request: async (name: string, _options: object, hold: () => Promise<void>) => {
        if (lockedElsewhere.has(name)) throw new DOMException('Timed out.', 'TimeoutError');
        await hold();
      },
    },
  });
  vi.resetModules();
  return import(/* @vite-ignore */ SESSION_FILE);
}

const config = () => ({
  stage: 'local',
  issuer: issuer.url,
  clientId: AUDIENCE,
  commandClientId: null,
  subjectCardOrigin: null,
});

afterEach(() => {
  storage.clear();
  shared.clear();
  heard.length = 0;
  assigned.length = 0;
  replaced.length = 0;
  lockedElsewhere.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Signs in as the user that is chosen on the issuer's page, and returns the page afterwards. */
async function signInAs(user: string, returnTo: string): Promise<Session> {
  const before = await pageAt('/console/live/inbox');
  await before.startSession(config());
  await before.signIn(returnTo);
  const answered = await fetch(`${assigned.at(-1)}&user=${user}`, { redirect: 'manual' });
  const callback = new URL(answered.headers.get('location') ?? '');
  const after = await pageAt(callback.pathname + callback.search);
  expect(await after.startSession(config())).toEqual({ isSignedIn: true, returnTo });
  return after;
}

test('console session: a user signs in and returns to the page they wanted', async () => {
  const session = await signInAs('member', '/console/test/matches?sort=newest');

  expect(session.claims()).toMatchObject({ role: 'member', name: 'Mia Member' });
  expect((await session.getToken()).split('.')).toHaveLength(3);
  expect([...storage.values()].join()).not.toContain(await session.getToken());
});

test('console session: without a session the user is signed out', async () => {
  const session = await pageAt('/console/test/inbox');

  expect(await session.startSession(config())).toEqual({ isSignedIn: false, returnTo: undefined });
  expect(session.claims()).toBeUndefined();
  await expect(session.getToken()).rejects.toThrow('Sign in again');
});

test('console session: a reload resumes it with a new refresh token', async () => {
  await signInAs('admin', '/console/test/inbox');
  const [before] = storage.values();

  const reloaded = await pageAt('/console/test/inbox');

  expect(await reloaded.startSession(config())).toMatchObject({ isSignedIn: true });
  expect(reloaded.claims()?.role).toBe('admin');
  expect([...storage.values()]).not.toContain(before);
});

test('console session: the answer to another sign-in is refused', async () => {
  const page = await pageAt('/console/test/inbox');
  await page.startSession(config());
  await page.signIn();
  const forged = await pageAt(`/console/callback?code=${await codeFor('owner')}&state=forged`);

  await expect(forged.startSession(config())).rejects.toThrow('another tab');
});

test('console session: concurrent calls share one renewal', async () => {
  await signInAs('admin', '/console/test/inbox');
  const requests = vi.fn(fetch);
  const reloaded = await pageAt('/console/test/inbox');
  vi.stubGlobal('fetch', requests);
  const started = reloaded.startSession(config());

  const tokens = await Promise.all([reloaded.getToken(), reloaded.getToken(), started]);

  expect(tokens[0]).toBe(tokens[1]);
  const renewals = requests.mock.calls.filter(([url]) => `${url}`.endsWith('/token'));
  expect(renewals).toHaveLength(1);
});

test('console session: it renews the token one minute before it expires', async () => {
  const session = await signInAs('admin', '/console/test/inbox');
  const first = await session.getToken();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 13 * 60 * SECOND_MS });
  expect(await session.getToken()).toBe(first);
  vi.setSystemTime(Date.now() + 61 * SECOND_MS);

  expect(await session.getToken()).not.toBe(first);
});

test('console session: 8 hours without use end it and report its end once', async () => {
  const session = await signInAs('admin', '/console/test/inbox');
  const ended = vi.fn();
  session.onSignedOut(ended);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * 3600 * SECOND_MS + SECOND_MS });

  await expect(session.getToken()).rejects.toThrow('The session has ended');
  await expect(session.getToken()).rejects.toThrow('The session has ended');

  expect(ended).toHaveBeenCalledOnce();
  expect(storage.size).toBe(0);
});

test('console session: a refused renewal ends it, an unreachable issuer does not', async () => {
  const session = await signInAs('admin', '/console/test/inbox');
  const token = await session.getToken();
  const ended = vi.fn();
  session.onSignedOut(ended);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 14.5 * 60 * SECOND_MS });

  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await session.getToken()).toBe(token);
  expect(ended).not.toHaveBeenCalled();

  vi.stubGlobal('fetch', async () => Response.json({ error: 'invalid_grant' }, { status: 400 }));
  await expect(session.getToken()).rejects.toThrow('The session has ended');
  expect(ended).toHaveBeenCalledOnce();
});

/** Answers the window of the next sign-in with the user that is chosen there. */
function answerWindowAs(user: string) {
  vi.stubGlobal('open', (url: string) => {
    void fetch(`${url}&user=${user}`, { redirect: 'manual' }).then((answered) => {
      const channel = new BroadcastChannel('assay.sign-in');
      channel.postMessage(new URL(answered.headers.get('location') ?? '').search);
      channel.close();
    });
    return {};
  });
}

test('console session: the same user signs in again and the page goes on', async () => {
  const session = await signInAs('admin', '/console/test/inbox');
  session.endSession();
  answerWindowAs('admin');

  await session.signInAgain();

  expect(session.claims()?.role).toBe('admin');
  expect(await session.getToken()).toBeTruthy();
  expect(replaced).toEqual([]);
});

test.each(['member', 'otherOwner'])(
  'console session: when %s signs in on the page of another user, the page is left',
  async (user) => {
    const session = await signInAs('admin', '/console/test/inbox');
    session.endSession();
    answerWindowAs(user);

    await expect(session.signInAgain()).rejects.toThrow('Another user');

    expect(replaced).toEqual(['/console']);
    expect(session.claims()).toBeUndefined();
    await expect(session.getToken()).rejects.toThrow('Another user');
    const next = await pageAt('/console');
    expect(await next.startSession(config())).toMatchObject({ isSignedIn: true });
    expect(next.claims()?.sub).toBe(people[user as keyof typeof people]?.sub);
  },
);

test('console session: a duplicated tab drops the copied session and uses no token of it', async () => {
  await signInAs('admin', '/console/test/inbox');
  const { id, refreshToken } = JSON.parse(storage.get('assay.session') ?? '{}');
  lockedElsewhere.add(`assay.session.${id}`);

  const copy = await pageAt('/console/test/inbox');

  expect(await copy.startSession(config())).toMatchObject({ isSignedIn: false });
  expect(storage.size).toBe(0);
  expect((await refresh(refreshToken)).status).toBe(200);
});

test('console session: signing out forgets and revokes it, and leaves for the issuer', async () => {
  const session = await signInAs('admin', '/console/test/inbox');
  const { refreshToken } = JSON.parse(storage.get('assay.session') ?? '{}');

  await session.signOut();

  expect(storage.size).toBe(0);
  expect((await refresh(refreshToken)).status).toBe(400);
  const { pathname, searchParams } = new URL(assigned.at(-1) ?? '');
  expect(pathname).toBe('/_local/oauth2/logout');
  expect(searchParams.get('logout_uri')).toBe(`${baseUrl}/console`);
});

/** Two tabs of one person. The second is in front; `toFirst` brings back what the first has stored. */
async function twoTabs(second = 'admin') {
  const first = await signInAs('admin', '/console/test/inbox');
  const stored = new Map(storage);
  const tell = heard.at(-1);
  storage.clear();
  const other = await signInAs(second, '/console/test/inbox');
  const toFirst = () => {
    storage.clear();
    for (const [key, value] of stored) storage.set(key, value);
  };
  const { refreshToken } = JSON.parse(stored.get('assay.session') ?? '{}');
  return { first, other, toFirst, tell: () => tell?.({ key: 'assay.signed-out' }), refreshToken };
}

test('console session: signing out in one tab ends and revokes the session of every other', async () => {
  const { first, other, toFirst, tell, refreshToken } = await twoTabs();
  const ended = vi.fn();
  first.onSignedOut(ended);

  await other.signOut();
  toFirst();
  tell();

  expect(ended).toHaveBeenCalledOnce();
  expect(storage.size).toBe(0);
  await expect(first.getToken()).rejects.toThrow('The session has ended');
  await expect.poll(async () => (await refresh(refreshToken)).status).toBe(400);
});

test('console session: a tab that slept while another signed out sends nothing afterwards', async () => {
  const { first, other, toFirst } = await twoTabs();

  await other.signOut();
  toFirst();

  await expect(first.getToken()).rejects.toThrow('The session has ended');
  expect(storage.size).toBe(0);
});

test('console session: signing out leaves the sessions of other people, and later ones, as they are', async () => {
  const { first, other, toFirst, tell } = await twoTabs('member');

  await other.signOut();
  toFirst();
  tell();
  await expect(first.getToken()).resolves.toEqual(expect.any(String));

  await first.signOut();
  const again = await signInAs('admin', '/console/test/inbox');
  await expect(again.getToken()).resolves.toEqual(expect.any(String));
});
