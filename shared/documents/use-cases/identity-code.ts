import { conflict, Problem, refused } from '@assay/foundation';
import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import type { Stored } from '#shared/platform/store/stored.ts';
import type { StoredDocument } from '../document.ts';
import { claimEmails } from '../email-rates.ts';
import { documentEvent } from '../events.ts';
import type { StoredSigner } from '../signer.ts';
import {
  codesOf,
  codeWaitSeconds,
  hasSentAll,
  identitySession,
  isCode,
  isLocked,
  isUsable,
  needsIdentity,
  nextCode,
  sessionEnd,
  withFailure,
  withSession,
} from '../signing/email-code.ts';
import { signerSha256 } from '../signing/state.ts';
import { changeDocument } from './change-document.ts';
import { assertReachable, codeTo } from './invitations.ts';
import { requireSigner, withSigner } from './read-signing.ts';
import { assertRoomForLink } from './room-in-trail.ts';

interface Asked {
  stored: Stored<StoredDocument>;
  signer: StoredSigner;
}

const linkLocked = () =>
  conflict('identity_locked', 'Wrong codes were entered too often. Ask the sender for a new link.');

function assertNeeded({ stored, signer }: Asked): void {
  if (!needsIdentity(signer, stored.record))
    throw conflict('no_identity_check', 'The document of this link needs no code. Read the signing state.');
}

const scopeOf = ({ caller }: Context, { stored, signer }: Asked) => ({
  organizationId: caller.organizationId,
  mode: caller.mode,
  documentId: stored.record.id,
  signerId: signer.id,
});

/** The trail of a completed document ended with its seal. */
export const inTrail = <Entry>({ stored }: Pick<Asked, 'stored'>, entry: Entry): Entry[] =>
  stored.record.status === 'completed' ? [] : [entry];

/** Emails a new code to the signer's address. The earlier one no longer works. */
export async function sendCode(context: Context, asked: Asked) {
  const { stored, signer } = asked;
  const { now } = context;
  assertNeeded(asked);
  const before = codesOf(signer);
  if (isLocked(before) || hasSentAll(before)) throw linkLocked();
  assertReachable([signer]);
  assertRoomForLink(stored.record);
  const waitSeconds = codeWaitSeconds(before, now);
  if (waitSeconds > 0)
    throw new Problem(429, 'rate_limited', `Codes were emailed too often. Retry after ${waitSeconds} s.`, {
      retryAfterSeconds: waitSeconds,
    });
  await claimEmails(context, [signer.email]);

  const identityCode = await nextCode(scopeOf(context, asked), signer, now);
  const after = withSigner(stored.record, signer, { identityCode });
  const { number, linkVersion } = identityCode;
  const { writes, events } = changeDocument(context, stored, after, {
    entries: inTrail(asked, {
      action: 'identity.code_sent' as const,
      details: { signerId: signer.id, linkVersion, number, signerSha256: signerSha256(signer) },
    }),
    writes: [codeTo(context, after, requireSigner(after, signer.id))],
  });
  return { writes, events, result: { status: 'sent' as const, expiresAt: identityCode.expiresAt ?? '' } };
}

/** As stored for a repeated request, without the session. */
export interface Entered {
  /** Null for a wrong code, which is counted by the same commit. */
  verifiedAt: string | null;
  isLocked: boolean;
  /** What the session is derived from. */
  code: { linkVersion: number; number: number; masterKey?: number | undefined };
}

/** Enters a code. A wrong one is counted in the transaction of the document, so that no two are counted as one. */
export async function enterCode(context: Context, asked: Asked, code: string): Promise<Change<Entered>> {
  const { stored, signer } = asked;
  const { now } = context;
  assertNeeded(asked);
  const before = codesOf(signer);
  if (isLocked(before)) throw linkLocked();
  if (!isUsable(before, now))
    throw refused('code_expired', 'There is no valid code. Request a new one: POST /signing/{token}/code.');
  const of = scopeOf(context, asked);
  const { linkVersion, number, masterKey } = before;
  const about = { signerId: signer.id };
  const session = (await isCode(of, before, code)) ? await identitySession(of, before) : undefined;
  if (session === undefined) {
    const identityCode = withFailure(before);
    const locked = isLocked(identityCode);
    const details = { ...about, linkVersion, number, isLocked: locked };
    const { writes, events } = changeDocument(context, stored, withSigner(stored.record, signer, { identityCode }), {
      entries: inTrail(asked, { action: 'identity.failed' as const, details }),
    });
    return { writes, events, result: { verifiedAt: null, isLocked: locked, code: { linkVersion, number, masterKey } } };
  }
  const verifiedAt = now.toISOString();
  const change = { identityCode: withSession(before, session, now), identityVerifiedAt: verifiedAt };
  const details = { ...about, linkVersion, number, check: 'email_code', signerSha256: signerSha256(signer) };
  const { writes, events } = changeDocument(context, stored, withSigner(stored.record, signer, change), {
    entries: inTrail(asked, { action: 'identity.verified' as const, details }),
    events: [documentEvent('signer.identity_verified', stored.record, about)],
  });
  return { writes, events, result: { verifiedAt, isLocked: false, code: { linkVersion, number, masterKey } } };
}

/** After the commit: the session, or the refusal of a wrong code. */
export async function revealIdentity(
  { caller: { organizationId, mode, id } }: Context,
  { verifiedAt, isLocked: locked, code }: Entered,
  documentId: string,
) {
  if (locked) throw linkLocked();
  if (verifiedAt === null) throw refused('wrong_code', 'The code is wrong. Enter the code of the latest email.');
  const session = await identitySession({ organizationId, mode, documentId, signerId: id }, code);
  if (session === undefined) throw refused('code_expired', 'The code has been retired. Request a new one.');
  return { session, expiresAt: sessionEnd(new Date(verifiedAt)).toISOString() };
}
