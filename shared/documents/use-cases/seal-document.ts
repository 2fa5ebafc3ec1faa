import { type CompletedSigner, finishPdf, type Stamp, ValidationDataUnavailable } from '@assay/agreements/pdf';
import { printCertificate, printOverlay } from '@assay/agreements/printing';
import type { Context } from '#shared/platform/context.ts';
import { logSealDowngrade } from '#shared/platform/log.ts';
import type { AuditAction, AuditEntry } from '../audit.ts';
import type { StoredDocument } from '../document.ts';
import { kmsSigner } from '../kms-signer.ts';
import { sealFiles } from '../published-files.ts';
import { listAuditEntries } from '../repository/audit-entries.ts';
import { keepFile, readFile } from '../repository/files.ts';
import type { StoredField } from '../repository/stored-field.ts';
import { verifyUrl } from '../seal-reference.ts';
import type { StoredSigner } from '../signer.ts';
import { actingOf, isApprover, isCopy } from '../signer-role.ts';
import type { PageSession } from '../signing/page-session.ts';
import { timestampAuthority } from '../timestamp-authority.ts';
import { certificateEvents, currentHandOuts } from './certificate-events.ts';
import { summaryOf } from './hand-outs.ts';

export interface Signed {
  document: StoredDocument;
  fields: readonly StoredField[];
  /** Values that are not stored yet. */
  entries: readonly AuditEntry[];
}

/** Stamps, seals and stores the file that all signers signed. No record refers to it yet. */
export async function sealDocument(
  { store, caller, now, client }: Context,
  { document, fields, entries }: Signed,
): Promise<NonNullable<StoredDocument['final']>> {
  const [original, stamps, earlier, signer] = await Promise.all([
    readFile(document.original.key),
    stampsOf(fields),
    listAuditEntries(store, caller, document.id),
    kmsSigner(),
  ]);
  const trail = [...earlier, ...entries];
  const origin = document.linkOrigin ?? client?.origin;
  const { pdf, level } = await finishPdf({
    original,
    stamps,
    printOverlay,
    printCertificate,
    signer,
    seal: {
      sealedAt: now,
      timestamp: timestampAuthority(),
      contact:
        origin &&
        verifyUrl(origin, { organizationId: caller.organizationId, mode: caller.mode, documentId: document.id }),
    },
    fetchPublished: sealFiles(),
    onDowngrade: (error) =>
      logSealDowngrade(document.id, {
        lacks: error instanceof ValidationDataUnavailable ? 'validation data' : 'timestamp',
        reason: error.message,
      }),
    facts: {
      documentId: document.id,
      documentName: document.name,
      templates: templatesOf(document),
      textSha256: document.text?.sha256,
      sender: { name: document.senderName, principal: senderIn(trail) },
      signers: actingOf(document.signers).map((one) => ({
        ...one,
        ...actsOf(trail, one),
        identity: identityIn(trail, one),
        handOuts: summaryOf(currentHandOuts(trail, one.id)),
        signature: signatureOf(stamps, one.id),
      })),
      copies: document.signers.filter(isCopy),
      completedAt: now.toISOString(),
      events: certificateEvents(trail, { ...document, signers: actingOf(document.signers) }),
      audit: { count: trail.length, head: trail.at(-1)?.hash ?? '' },
    },
  });
  return { ...(await keepFile(caller, document.id, pdf, 'pdf')), level, isVouchedFor: signer.isVouchedFor };
}

type Acts = Pick<CompletedSigner, 'openedOn' | 'signedOn' | 'shownAs' | 'consent' | 'disclosure'>;

/** What the trail says about the signer's own requests, and whether they had a session of the page. */
function actsOf(trail: readonly AuditEntry[], signer: StoredSigner): Acts {
  const detailsOf = (action: AuditAction, at: string | null) =>
    trail.find((entry) => entry.action === action && entry.at === at && entry.details.signerId === signer.id)
      ?.details ?? {};
  const signed = detailsOf(isApprover(signer) ? 'signer.approved' : 'signer.signed', signer.completedAt);
  const sentence = signed.consent ?? signed.statedConsent;
  return {
    openedOn: pageIn(detailsOf('document.viewed', signer.viewedAt)),
    signedOn: pageIn(signed),
    shownAs: (signed.shownAs as { view: string }[] | undefined)?.map(({ view }) => view),
    consent: typeof sentence === 'string' ? { sentence, isStated: signed.consent === undefined } : null,
    disclosure: signer.consent && {
      ...signer.consent,
      acceptedOn: pageIn(detailsOf('consent.accepted', signer.consent.acceptedAt)),
    },
  };
}

type SignedIdentity = { verifiedAt: string } & (
  | { check: 'email_code' }
  | ({ check: 'workflow' } & NonNullable<NonNullable<CompletedSigner['identity']>['workflow']>)
);

/** When the code was entered with which the document was signed. */
function identityIn(trail: readonly AuditEntry[], signer: StoredSigner): CompletedSigner['identity'] {
  if (signer.identityCheck === null) return undefined;
  const signed = trail.findLast(
    ({ action, details }) =>
      (action === 'signer.signed' || action === 'signer.approved') && details.signerId === signer.id,
  );
  const identity = signed?.details.identity as SignedIdentity | undefined;
  return {
    verifiedAt: identity?.verifiedAt ?? null,
    ...(identity?.check === 'workflow' && { workflow: identity }),
  };
}

const pageIn = ({ pageSession }: Record<string, unknown>) => pageSession as PageSession | null | undefined;

function templatesOf({ origin }: StoredDocument) {
  if (origin.kind !== 'template') return [];
  return (origin.templates ?? [origin]).map(({ templateId: id, templateName: name, revision, sourceHash }) => ({
    id,
    name,
    revision,
    sourceHash,
  }));
}

const senderIn = (trail: readonly AuditEntry[]) =>
  trail.find(({ action }) => action === 'document.sent')?.actor ?? null;

/** The first signature in reading order, or initials if the signer has no signature field. */
function signatureOf(
  stamps: readonly (Stamp & { signerId: string })[],
  signerId: string,
): CompletedSigner['signature'] {
  const own = stamps
    .filter((stamp) => stamp.signerId === signerId)
    .sort((one, other) => one.pageNumber - other.pageNumber || one.yPosition - other.yPosition);
  for (const kind of ['signature', 'initials'] as const) {
    const image = own.find((stamp) => stamp.fieldType === kind && stamp.image !== null)?.image;
    if (image) return { kind, image };
  }
  return null;
}

/** Reads each distinct image once, because signatures are often reused. */
async function stampsOf(fields: readonly StoredField[]): Promise<(Stamp & { signerId: string })[]> {
  const keys = [...new Set(fields.flatMap(({ imageKey }) => imageKey ?? []))];
  const images = new Map(await Promise.all(keys.map(async (key) => [key, await readFile(key)] as const)));
  return (
    fields
      // A form field may have its own value; if the signer left the linked field empty, it is
      // cleared.
      .filter(({ value, acroFieldName }) => value !== null || acroFieldName !== null)
      .map((field) => ({
        ...field,
        image: field.imageKey === null ? null : (images.get(field.imageKey) ?? null),
      }))
  );
}
