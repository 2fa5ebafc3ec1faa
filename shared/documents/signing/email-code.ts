import { hash, timingSafeEqual } from 'node:crypto';
import { currentMasterKey, deriveSecret } from '#shared/identity/index.ts';
import type { Scope } from '#shared/platform/caller.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import type { StoredDocument } from '../document.ts';
import {
  CODE_ATTEMPTS,
  CODE_SECONDS,
  CODES_PER_HOUR,
  CODES_PER_LINK,
  FAILURES_PER_LINK,
  IDENTITY_SESSION_SECONDS,
  IDENTITY_SESSIONS,
} from '../limits.ts';
import type { StoredSigner } from '../signer.ts';

/**
 * The one-time code that is emailed to a signer with `identityCheck: "email_code"`, and the session that it buys.
 * Code and session are derived from the master secret and not stored. The document has a keyed digest of the code,
 * which is bound to document, signer and link.
 */
export type StoredCode = NonNullable<StoredSigner['identityCode']>;

const DIGITS = 6;
const CODE_BYTES = 6;
const HOUR_SECONDS = 60 * 60;

/** What a code and its session are derived from, beside the signer. */
type Derived = Pick<StoredCode, 'linkVersion' | 'number'> & { masterKey?: number | undefined };

interface CodeOf extends Scope {
  documentId: string;
  signerId: string;
}

/** Counters of an earlier link do not count for the present one; the emails of the last hour do. */
export function codesOf({ identityCode, linkVersion }: StoredSigner): StoredCode {
  const none = { linkVersion, digest: null, expiresAt: null, attempts: 0, failures: 0, sessions: [] };
  if (identityCode === null) return { ...none, number: 0, sentOnLink: 0, sentAt: [] };
  return identityCode.linkVersion === linkVersion ? identityCode : { ...identityCode, ...none, sentOnLink: 0 };
}

export const isLocked = ({ failures }: StoredCode) => failures >= FAILURES_PER_LINK;
export const hasSentAll = ({ sentOnLink }: StoredCode) => sentOnLink >= CODES_PER_LINK;

/** Seconds until another code may be emailed; 0 if it may be now. */
export function codeWaitSeconds({ sentAt }: StoredCode, now: Date): number {
  const since = addSeconds(now, -HOUR_SECONDS).toISOString();
  const recent = sentAt.filter((at) => at > since);
  const [oldest] = recent.slice(-CODES_PER_HOUR);
  if (oldest === undefined || recent.length < CODES_PER_HOUR) return 0;
  return Math.max(1, Math.ceil((Date.parse(oldest) - Date.parse(since)) / 1000));
}

/** A new code. It replaces the one before. */
export async function nextCode(of: CodeOf, signer: StoredSigner, now: Date): Promise<StoredCode> {
  const before = codesOf(signer);
  const next = { ...before, number: before.number + 1, masterKey: await currentMasterKey() };
  const code = await codeText(of, next);
  if (code === undefined) throw new Error('The current master key is retired.');
  return {
    ...next,
    digest: (await digestOf(of, next, code))?.toString('hex') ?? null,
    expiresAt: addSeconds(now, CODE_SECONDS).toISOString(),
    attempts: 0,
    sentOnLink: before.sentOnLink + 1,
    sentAt: [...before.sentAt, now.toISOString()].slice(-CODES_PER_HOUR),
  };
}

export const isUsable = ({ digest, expiresAt }: StoredCode, now: Date) =>
  digest !== null && expiresAt !== null && expiresAt > now.toISOString();

export async function isCode(of: CodeOf, stored: StoredCode, entered: string): Promise<boolean> {
  const digest = await digestOf(of, stored, entered);
  return digest !== undefined && stored.digest !== null && timingSafeEqual(digest, Buffer.from(stored.digest, 'hex'));
}

/** Counted also when it was the last one: then the code is void. */
export function withFailure(stored: StoredCode): StoredCode {
  const attempts = stored.attempts + 1;
  const failures = stored.failures + 1;
  const isVoid = attempts >= CODE_ATTEMPTS || failures >= FAILURES_PER_LINK;
  return { ...stored, attempts, failures, ...(isVoid && { digest: null }) };
}

/** For the email; undefined if its master key was retired. */
export async function codeText(of: CodeOf, stored: Derived): Promise<string | undefined> {
  const secret = await deriveSecret('signer-code', { id: idOf(of, stored), ...derivation(stored) });
  return secret && String(secret.readUIntBE(0, CODE_BYTES) % 10 ** DIGITS).padStart(DIGITS, '0');
}

const digestOf = (of: CodeOf, stored: Derived, code: string) =>
  deriveSecret('signer-code-digest', { id: `${idOf(of, stored)}#${code}`, ...derivation(stored) });

const idOf = ({ organizationId, mode, documentId, signerId }: CodeOf, { linkVersion }: Derived) =>
  `${organizationId}#${mode}#${documentId}#${signerId}#${linkVersion}`;

const derivation = ({ number, masterKey }: Derived) => ({ version: number, masterKey });

const SESSION = /^is_([A-Za-z0-9_-]{43})$/;

/**
 * What follows the link's token and a dot in the paths of a signer who has entered the code. Derived, so that a
 * repeated request gets the same; the document has its hash.
 */
export const identitySession = async (of: CodeOf, stored: Derived): Promise<string | undefined> => {
  const secret = await deriveSecret('signer-identity', { id: idOf(of, stored), ...derivation(stored) });
  return secret && `is_${secret.toString('base64url')}`;
};

export const sessionEnd = (verifiedAt: Date) => addSeconds(verifiedAt, IDENTITY_SESSION_SECONDS);

/** A code works once, and its session is one of the latest. */
export function withSession(stored: StoredCode, session: string, now: Date): StoredCode {
  const one = { hash: hash('sha256', session), verifiedAt: now.toISOString() };
  const sessions = [...stored.sessions, one].slice(-IDENTITY_SESSIONS);
  return { ...stored, digest: null, attempts: 0, failures: 0, sessions };
}

/** When the code of this session was entered; undefined if it is no session of the present link, or an expired one. */
export function verifiedIn(signer: StoredSigner, session: string | undefined, now: Date): string | undefined {
  if (!SESSION.test(session ?? '')) return undefined;
  const given = hash('sha256', session ?? '', 'buffer');
  const found = codesOf(signer).sessions.find((one) => timingSafeEqual(given, Buffer.from(one.hash, 'hex')));
  return found && sessionEnd(new Date(found.verifiedAt)) > now ? found.verifiedAt : undefined;
}

/** Whether the document of this link is shown to a signer who has entered the code only. */
export const needsIdentity = ({ identityCheck }: StoredSigner, { status }: StoredDocument) =>
  identityCheck !== null && (status === 'sent' || status === 'completed');
