import { isTurnOf, signingDatesOf } from '@assay/agreements';
import { CONSENTS } from '@assay/signing-page';
import type { Write } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { appendEntries, type NewEntry, storedUserAgent } from '../audit.ts';
import type { StoredDocument } from '../document.ts';
import { documentEvent } from '../events.ts';
import { putFields, signedBy } from '../repository/fields.ts';
import { replacedIn, type StoredField } from '../repository/stored-field.ts';
import { actingOf, isApprover, isCopy } from '../signer-role.ts';
import type { PageSession } from '../signing/page-session.ts';
import type { shownIn } from '../signing/shown-as.ts';
import { signerSha256 } from '../signing/state.ts';
import { type Changed, changeDocument } from './change-document.ts';
import { completionsFor, invitationsFor, noticesFor } from './invitations.ts';
import { nextLink } from './links.ts';
import { type Signing, withSigner } from './read-signing.ts';
import { sealDocument } from './seal-document.ts';

/**
 * Completes the signing of one signer. The last one creates the final file: it is stamped, sealed
 * and stored before the commit, so either the document is completed with its file or the request
 * fails and can be retried.
 */
export async function completeSigning(
  context: Context,
  signing: Signing & {
    consent: keyof typeof CONSENTS | undefined;
    shownAs: ReturnType<typeof shownIn>;
    pageSession: PageSession | null;
    identity: { verifiedAt: string } | null;
    /** What the trail says of the identity check, and the condition that it still holds. */
    confirmed: { details: Record<string, unknown>; writes: readonly Write[] };
  },
): Promise<Changed & { fields: StoredField[] }> {
  const { stored, signer, consent, shownAs, pageSession, identity, confirmed } = signing;
  const { now, client } = context;
  const after = withSigner(stored.record, signer, {
    status: 'completed',
    completedAt: now.toISOString(),
    ipAddress: client?.ipAddress ?? null,
    userAgent: storedUserAgent(client),
  });
  const { record } = stored;
  const dates = signingDatesOf(signing.fields, { signerId: signer.id, now, language: record.language });
  const fields = replacedIn(signing.fields, dates);
  const ownWrites = [...putFields(context.caller, record.id, signedBy(signer.id), dates), ...confirmed.writes];
  const isApproval = isApprover(signer);
  const signed: NewEntry = {
    action: isApproval ? 'signer.approved' : 'signer.signed',
    details: {
      signerId: signer.id,
      signerSha256: signerSha256(signer),
      ...(shownAs.length > 0 && { shownAs }),
      pageSession,
      ...(dates.length > 0 && { signingDate: now.toISOString().slice(0, 10) }),
      ...(identity && { identity: { ...confirmed.details, ...identity } }),
      // Only the page can say what it displayed; any other client merely states it.
      ...(consent && !isApproval && { [pageSession ? 'consent' : 'statedConsent']: CONSENTS[consent] }),
    },
  };
  const signedEvent = documentEvent(isApproval ? 'document.approved' : 'document.signed', after, {
    signerId: signer.id,
  });
  if (actingOf(after.signers).some(({ status }) => status !== 'completed')) {
    const writes = [...ownWrites, ...invitationsFor(context, after, newlyReady(record, after))];
    return { fields, ...changeDocument(context, stored, after, { entries: [signed], writes, events: [signedEvent] }) };
  }

  const { entries } = appendEntries(after, [signed], context);
  const final = await sealedOnce(context, stored.writes, () =>
    sealDocument(context, { document: after, fields, entries }),
  );
  const { sha256 } = final;
  const signers = await Promise.all(
    after.signers.map(async (one) => (isCopy(one) ? { ...one, ...(await nextLink(context, after.id, one)) } : one)),
  );
  const completed = { ...after, signers, status: 'completed' as const, completedAt: now.toISOString(), final };
  const change = changeDocument(context, stored, completed, {
    entries: [signed, { action: 'document.completed', details: { sha256 } }],
    writes: [...ownWrites, ...completionsFor(context, completed), ...noticesFor(context, completed, 'completed')],
    events: [signedEvent, documentEvent('document.completed', completed, { sha256 })],
  });
  return { fields, ...change };
}

/**
 * A conflicting commit is retried on the current records. If they are unchanged, the file is reused
 * instead of sealed again.
 */
type Sealed = NonNullable<StoredDocument['final']>;
const sealed = new WeakMap<Context, { writes: number; file: Sealed }>();

async function sealedOnce(context: Context, writes: number, seal: () => Promise<Sealed>) {
  const known = sealed.get(context);
  if (known?.writes === writes) return known.file;
  const file = await seal();
  sealed.set(context, { writes, file });
  return file;
}

/** Signers whose turn has just come. */
const newlyReady = (before: StoredDocument, after: StoredDocument) =>
  after.signers.filter((signer) => {
    const earlier = before.signers.find(({ id }) => id === signer.id);
    return earlier && isTurnOf(signer, after.signers) && !isTurnOf(earlier, before.signers);
  });
