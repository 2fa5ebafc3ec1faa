import {
  authorizationUrl,
  discover,
  type Endpoints,
  type Issuer,
  RefusedByIssuer,
  redeem,
  refresh,
  revoke,
  type Tokens,
} from '@assay/sign-in';
import type { ConsoleConfig } from '#shared/console/routes.ts';
import { type Attempt, attemptOf, type Claims, hasEnded, newAttempt, type StoredSession } from './oauth.ts';

/**
 * The session of the signed-in user: authorization code with PKCE, and refresh tokens that are
 * replaced at every use. The ID token is in memory only; the refresh token is in `sessionStorage`, so
 * that a reload needs no new sign-in and closing the tab ends the session.
 */
const CALLBACK = '/console/callback';
const HOME = '/console';
const ATTEMPT = 'assay.sign-in';
const SESSION = 'assay.session';
/** Unsaved texts of screens. They outlive the session, so that they are there after a new sign-in. */
const DRAFTS = 'assay.draft.';
/** Who signed out last on this device, and when: sessions of that person that began before are over in every tab. */
const SIGNED_OUT = 'assay.signed-out';
/** Begins the state of a sign-in that another window waits for. */
const AGAIN = 'again.';
const CHANNEL = 'assay.sign-in';
const DONE = 'done';
/** A reload may have to wait for the page before it to let go of the lock. */
const LOCK_WAIT_MS = 1_000;
const ENDED = 'The session has ended. Sign in again.';
const RENEW_BEFORE_MS = 60_000;
const NOTE_USE_MS = 60_000;

/** The id names the lock that the tab of the session holds. */
interface TabSession extends StoredSession {
  readonly id: string;
  readonly sub: string;
}

let config: ConsoleConfig | undefined;
let discovery: Promise<Endpoints> | undefined;
let current: { idToken: string; claims: Claims; renewMs: number; expiresMs: number } | undefined;
let renewal: Promise<string> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
/** The user whose data is on this page. */
let owner: Pick<Claims, 'sub' | 'org'> | undefined;
/** Another user signed in: the page sends nothing any more and is replaced. */
let isLeaving = false;
let releaseLock: (() => void) | undefined;
const listeners = new Set<() => void>();

/** The session has ended; only a new sign-in helps. */
class SignedOut extends Error {
  override name = 'SignedOut';
}

/**
 * Call once before anything else. Completes a sign-in that the issuer redirected back from
 * (`returnTo` is the path to show), or resumes the session of the tab. Rejects if a sign-in failed.
 */
export async function startSession(
  settings: ConsoleConfig,
): Promise<{ isSignedIn: boolean; returnTo: string | undefined }> {
  config = settings;
  discovery = undefined;
  addEventListener('storage', ({ key }) => {
    if (key === SIGNED_OUT && isSignedOutElsewhere()) void endEverywhere();
  });
  const session = await sessionOfTab();
  const isCallback = location.pathname === CALLBACK;
  // A reload of the callback page finds the session that the first load has opened.
  if (isCallback && (stored<Attempt>(ATTEMPT) || !session))
    return { isSignedIn: true, returnTo: await completeSignIn() };
  const isSignedIn = session !== undefined && (await getToken().then(...IS_SIGNED_IN));
  return { isSignedIn, returnTo: isCallback ? HOME : undefined };
}
const IS_SIGNED_IN = [
  () => true,
  (error: unknown) => {
    if (error instanceof SignedOut) return false;
    throw error;
  },
] as const;

/**
 * The stored session. A duplicated tab copies the storage of the first, but a refresh token works once,
 * so only the tab that holds the lock goes on with it.
 */
async function sessionOfTab(): Promise<TabSession | undefined> {
  const session = stored<TabSession>(SESSION);
  if (!session || (await holdLock(session.id))) return session;
  sessionStorage.removeItem(SESSION);
  return undefined;
}

/** Holds the lock of a session as long as the tab or the session lasts. False if another tab has it. */
function holdLock(id: string): Promise<boolean> {
  releaseLock?.();
  const signal = AbortSignal.timeout(LOCK_WAIT_MS);
  return new Promise((resolve) => {
    const hold = () =>
      new Promise<void>((release) => {
        releaseLock = release;
        resolve(true);
      });
    navigator.locks.request(`${SESSION}.${id}`, { signal }, hold).catch(() => resolve(false));
  });
}

/** The ID token, renewed if it expires within a minute. Rejects if the session has ended. */
export async function getToken(): Promise<string> {
  if (isLeaving) throw anotherUser();
  const session = stored<TabSession>(SESSION);
  const nowMs = Date.now();
  if (session && hasEnded(session, nowMs)) throw end();
  // A tab that slept has missed the news.
  if (isSignedOutElsewhere()) {
    void endEverywhere();
    throw new SignedOut(ENDED);
  }
  if (session && nowMs - session.usedMs > NOTE_USE_MS) store(SESSION, { ...session, usedMs: nowMs });
  if (current && nowMs < current.renewMs) return current.idToken;
  return renew();
}

/** Claims of the current ID token, for display only: the API decides what a user may do. */
export const claims = (): Claims | undefined => current?.claims;

/** Leaves the page for the issuer's. Afterwards the user sees `returnTo`, a path of the console. */
export async function signIn(returnTo = location.pathname + location.search): Promise<void> {
  const attempt = newAttempt(returnTo);
  const url = await authorizationUrl(await issuer(), attempt, callbackUrl());
  store(ATTEMPT, attempt);
  location.assign(url);
}

/**
 * Signs in again in a window of its own, so that this page keeps everything that was typed. The window
 * hands the answer of the issuer over, and this page redeems it. If another user or another organization
 * signs in, this rejects and the page is replaced by the start of the console.
 */
export async function signInAgain(): Promise<void> {
  const attempt = newAttempt(HOME, AGAIN);
  const url = await authorizationUrl(await issuer(), attempt, callbackUrl());
  const channel = new BroadcastChannel(CHANNEL);
  try {
    const answer = new Promise<string>((resolve) => {
      channel.onmessage = ({ data }) => {
        if (new URLSearchParams(data).get('state') === attempt.state) resolve(data);
      };
    });
    if (!open(url, '_blank', 'popup,width=480,height=720'))
      throw new Error('The browser blocked the sign-in window. Allow it, and try again.');
    const query = new URLSearchParams(await answer);
    await complete(query, attempt).finally(() => channel.postMessage(DONE));
  } finally {
    channel.close();
  }
}

/** Whether this window was opened to sign in again for another one. Then it hands its answer over. */
export function handOver(): boolean {
  const state = new URLSearchParams(location.search).get('state');
  if (location.pathname !== CALLBACK || !state?.startsWith(AGAIN)) return false;
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) => {
    if (data === DONE) close();
  };
  channel.postMessage(location.search);
  return true;
}

/** The service refused the token. */
export const endSession = () => void end();

/** Forgets and revokes the sessions of this person in all tabs, then signs out at the issuer. */
export async function signOut(): Promise<void> {
  const { clientId } = settings();
  const sub = stored<TabSession>(SESSION)?.sub ?? owner?.sub;
  // After a sign-out the next person at this machine must not find them.
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(DRAFTS)) sessionStorage.removeItem(key);
  if (sub) localStorage.setItem(SIGNED_OUT, JSON.stringify({ sub, atMs: Date.now() }));
  const revoked = endEverywhere();
  const { end_session_endpoint: leave } = (await issuer()).endpoints;
  await revoked;
  const home = new URL(HOME, location.origin).href;
  const url = new URL(leave ?? home);
  // Cognito has its own name for the address to return to.
  if (leave) for (const name of ['logout_uri', 'post_logout_redirect_uri']) url.searchParams.set(name, home);
  if (leave) url.searchParams.set('client_id', clientId);
  location.assign(url);
}

/** Each tab has a refresh token of its own, so each revokes its own. */
async function endEverywhere(): Promise<void> {
  const session = stored<TabSession>(SESSION);
  end();
  if (session) await revoke(await issuer(), session.refreshToken).catch(() => undefined);
}

function isSignedOutElsewhere(): boolean {
  const session = stored<TabSession>(SESSION);
  const text = localStorage.getItem(SIGNED_OUT);
  if (!session || text === null) return false;
  const { sub, atMs } = JSON.parse(text);
  return sub === session.sub && session.signedInMs <= atMs;
}

/** Calls `listener` when the session ends. Returns the function that unsubscribes it. */
export function onSignedOut(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function completeSignIn(): Promise<string> {
  const attempt = stored<Attempt>(ATTEMPT);
  sessionStorage.removeItem(ATTEMPT);
  sessionStorage.removeItem(SESSION);
  await complete(new URLSearchParams(location.search), attempt);
  // Only a path of the console, so that a forged attempt cannot lead to another page.
  return attempt?.returnTo.startsWith(`${HOME}/`) ? attempt.returnTo : HOME;
}

async function complete(query: URLSearchParams, attempt: Attempt | undefined): Promise<void> {
  const known = attemptOf(query, attempt);
  const tokens = await redeem(await issuer(), known, { query, redirectUri: callbackUrl() });
  accept(tokens, Date.now());
}

/** Concurrent calls share one request, because a refresh token works once. */
function renew(): Promise<string> {
  renewal ??= requestRenewal().finally(() => {
    renewal = undefined;
  });
  return renewal;
}

async function requestRenewal(): Promise<string> {
  const session = stored<TabSession>(SESSION);
  if (!session || hasEnded(session, Date.now())) throw end();
  try {
    const { refreshToken, signedInMs } = session;
    return accept(await refresh(await issuer(), refreshToken), signedInMs);
  } catch (error) {
    if (error instanceof RefusedByIssuer) throw end();
    // The issuer is unreachable: the token may still be valid for a while.
    if (!(error instanceof SignedOut) && current && current.expiresMs > Date.now()) return current.idToken;
    throw error;
  }
}

function accept(tokens: Tokens, signedInMs: number): string {
  const { idToken } = tokens;
  const nowMs = Date.now();
  // The API decides about roles and organizations; these are the claims that its issuers have.
  const claims = tokens.claims as Tokens['claims'] & Claims;
  const known = stored<TabSession>(SESSION);
  const refreshToken = tokens.refreshToken ?? known?.refreshToken;
  const { id, usedMs } = known ?? { id: crypto.randomUUID(), usedMs: nowMs };
  if (refreshToken) store(SESSION, { id, sub: claims.sub, refreshToken, signedInMs, usedMs });
  if (!known) void holdLock(id);
  owner ??= claims;
  if (owner.sub !== claims.sub || owner.org !== claims.org) throw leave();
  const lifetimeMs = tokens.lifetimeSeconds * 1000;
  const renewAfterMs = Math.max(lifetimeMs - RENEW_BEFORE_MS, lifetimeMs / 2);
  current = { idToken, claims, renewMs: nowMs + renewAfterMs, expiresMs: nowMs + lifetimeMs };
  clearTimeout(timer);
  timer = setTimeout(() => renew().catch(() => undefined), renewAfterMs);
  return idToken;
}

/** Replaces the page; the next one resumes the session of the new user. */
function leave(): SignedOut {
  isLeaving = true;
  current = undefined;
  location.replace(HOME);
  return anotherUser();
}

const anotherUser = () => new SignedOut('Another user or organization signed in. The console starts again.');

/** Forgets the session and reports its end once. */
function end(): SignedOut {
  // The stored session is that of the next page.
  if (isLeaving) return anotherUser();
  const wasOpen = current !== undefined || sessionStorage.getItem(SESSION) !== null;
  current = undefined;
  clearTimeout(timer);
  releaseLock?.();
  sessionStorage.removeItem(SESSION);
  if (wasOpen) for (const listener of listeners) listener();
  return new SignedOut(ENDED);
}

const issuer = async (): Promise<Issuer> => ({ endpoints: await endpoints(), clientId: settings().clientId });

function endpoints(): Promise<Endpoints> {
  discovery ??= discover(settings().issuer).catch((error: unknown) => {
    discovery = undefined;
    throw error;
  });
  return discovery;
}

const callbackUrl = () => new URL(CALLBACK, location.origin).href;

function settings(): ConsoleConfig {
  if (!config) throw new Error('Call `startSession` first.');
  return config;
}

const store = (key: string, value: Attempt | TabSession) => sessionStorage.setItem(key, JSON.stringify(value));

function stored<T>(key: string): T | undefined {
  const text = sessionStorage.getItem(key);
  return text === null ? undefined : JSON.parse(text);
}
