import { isTurnOf } from '@assay/agreements';
import * as z from 'zod';
import { pageOf, Timestamp } from '#shared/platform/http/shapes.ts';
import { EmailDelivery } from './email-delivery.ts';
import { keepUntilOf, shownKeeping, storedKeeping } from './keeping.ts';
import { DELEGATIONS_PER_SIGNER, SIGNERS_PER_DOCUMENT } from './limits.ts';
import { Language, StoredSigner } from './signer.ts';
import { isCopy } from './signer-role.ts';

/** A PDF with its signers and fields. */
export const DocumentStatus = z.enum(['draft', 'sent', 'completed', 'declined', 'voided', 'expired']);
export type DocumentStatus = z.infer<typeof DocumentStatus>;

const File = z.object({ key: z.string(), sha256: z.string(), bytes: z.int() });

export const SealLevel = z
  .enum(['B-B', 'B-T', 'B-LT'])
  .describe(
    'PAdES baseline level: B-B has the time that the service states, B-T the timestamp of an authority, B-LT also the ' +
      'certificates and revocation lists to verify it later.',
  );

/** Missing members: sealed before they were recorded, at level B-B. */
const SealedFile = File.extend({ level: SealLevel.optional(), isVouchedFor: z.boolean().optional() });

const Origin = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('upload') }),
  z.object({
    kind: z.literal('template'),
    templateId: z.uuid(),
    templateName: z
      .string()
      .nullable()
      .default(null)
      .describe('Name of the template when the document was created. Null for older documents.'),
    revision: z.int().describe('Revision of the template at that time.'),
    sourceHash: z.string(),
    templates: z
      .array(
        z
          .object({
            templateId: z.uuid(),
            templateName: z.string(),
            revision: z.int(),
            sourceHash: z.string(),
          })
          .meta({ id: 'BundledTemplateOrigin' }),
      )
      .optional()
      .describe('Of a document of several templates: all of them in order. The members beside are those of the first.'),
  }),
]);

const PageBox = z.object({ width: z.number(), height: z.number() });

/** A stored document. */
export const StoredDocument = z.object({
  id: z.uuid(),
  name: z.string(),
  status: DocumentStatus,
  origin: Origin,
  original: File,
  /** The text of the original, for narrow screens. Missing: the document is not from a Markdown template. */
  text: File.optional(),
  final: SealedFile.nullable(),
  pages: z.array(PageBox),
  signers: z.array(StoredSigner),
  message: z.string().nullable(),
  /** Sender as shown to signers; missing on documents that were sent before it existed. */
  senderName: z.string().nullable().default(null),
  organizationName: z.string().nullable().default(null),
  replyTo: z.string().nullable().default(null),
  noticesTo: z
    .string()
    .nullable()
    .default(null)
    .describe('The address that is emailed when the document is declined, completed or expired, or an email bounces.'),
  remindAfterDays: z
    .int()
    .nullable()
    .default(null)
    .describe('Days after the latest email to a signer who can sign, until the next reminder.'),
  remindBeforeExpiryDays: z.int().nullable().default(null).describe('Days before `expiresAt` of a last reminder.'),
  /** Language of the signing page and emails for signers without their own. */
  language: Language.nullable().default(null),
  /** Whether a signer has to accept the disclosure before signing. */
  requireConsent: z.boolean().default(false),
  /** Whether a signer may hand the turn to another person. */
  allowDelegation: z.boolean().default(false),
  /** Base URL of its links: the service URL at the time the document was sent. */
  linkOrigin: z.string().nullable(),
  closeReason: z.string().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  sentAt: Timestamp.nullable(),
  expiresAt: Timestamp.nullable(),
  completedAt: Timestamp.nullable(),
  ...storedKeeping,
  /** End of the audit trail: number of entries and hash of the last. */
  auditCount: z.int(),
  auditHead: z.string(),
});
export type StoredDocument = z.infer<typeof StoredDocument>;

const Signer = StoredSigner.pick({
  id: true,
  roleId: true,
  name: true,
  email: true,
  signingOrder: true,
  language: true,
  viewedAt: true,
  completedAt: true,
  consent: true,
  identityCheck: true,
  identityVerifiedAt: true,
  identitySession: true,
  role: true,
  delegations: true,
})
  .extend({
    status: z
      .enum(['waiting', 'ready', 'completed', 'declined'])
      .describe('`ready`: can sign or approve now. `completed`: has signed or approved, or gets the copy.'),
    remindedAt: Timestamp.nullable().describe('When the latest reminder was requested, by you or automatically.'),
    delivery: EmailDelivery.nullable().describe(
      'What became of the emails to the signer. Null before the first email, and after the address was corrected.',
    ),
  })
  .meta({ id: 'Signer' });

const DocumentSummary = StoredDocument.pick({
  id: true,
  name: true,
  status: true,
  createdAt: true,
  updatedAt: true,
  sentAt: true,
  expiresAt: true,
  completedAt: true,
})
  .extend({
    signers: z
      .array(
        Signer.pick({ id: true, name: true, signingOrder: true, role: true, status: true, completedAt: true }).meta({
          id: 'SignerSummary',
        }),
      )
      .describe(`At most ${SIGNERS_PER_DOCUMENT}, in the order in which they were added.`),
  })
  .meta({ id: 'DocumentSummary' });

export const Document = DocumentSummary.extend({
  origin: Origin,
  pages: z.array(PageBox).describe('Page sizes in points, as a viewer shows them.'),
  signers: z.array(Signer),
  message: z.string().nullable(),
  senderName: z.string().nullable(),
  organizationName: z.string().nullable(),
  replyTo: z.string().nullable(),
  noticesTo: StoredDocument.shape.noticesTo.unwrap(),
  remindAfterDays: StoredDocument.shape.remindAfterDays.unwrap(),
  remindBeforeExpiryDays: StoredDocument.shape.remindBeforeExpiryDays.unwrap(),
  language: Language.nullable(),
  requireConsent: z.boolean(),
  allowDelegation: z.boolean(),
  closeReason: z.string().nullable().describe('Reason for declining or voiding.'),
  sha256: z
    .string()
    .describe('SHA-256 of the original: the file as printed, or as cleaned and written anew after its upload.'),
  textSha256: z
    .string()
    .optional()
    .describe(
      'SHA-256 of the text that signers can read instead of the pages, `GET /signing/{token}/text`. Missing for an ' +
        'uploaded PDF, and for documents from before it was stored.',
    ),
  finalSha256: z.string().nullable().describe('SHA-256 of the sealed file; null until all signers have signed.'),
  ...shownKeeping,
}).meta({ id: 'Document' });
export type Document = z.infer<typeof Document>;

export const DocumentPage = pageOf(DocumentSummary);

const ofDocument = z.uuid().describe('The document the signer belongs to.');

/** A signer as returned by the operations on one signer; `id` is the signer's. */
export const DocumentSigner = Signer.extend({
  documentId: ofDocument,
  document: Document.describe('The document with all its signers.'),
}).meta({ id: 'DocumentSigner' });

const SigningUrl = z
  .string()
  .describe(
    'The signing link, unless `returnLink` was false. Never stored. That the caller was given it is in the audit ' +
      'trail and on the certificate.',
  );

export const SentDocument = Document.extend({
  signers: z.array(
    Signer.extend({
      signingUrl: SigningUrl.optional().describe(
        'The signing link, with `returnLinks: true` only. Never stored. That the caller was given it is in the audit ' +
          'trail and on the certificate.',
      ),
    }),
  ),
}).meta({ id: 'SentDocument' });

export const SentSigner = Signer.extend({
  signingUrl: SigningUrl.optional(),
  documentId: ofDocument,
  document: Document.describe('The document with all its signers, without links.'),
}).meta({ id: 'SentSigner' });

/** Whether the document was viewed with the signer's present link. */
export const hasViewed = ({ viewedAt, viewedLink, linkVersion }: StoredSigner) =>
  viewedAt !== null && (viewedLink === null || viewedLink === linkVersion);

/** Whether a signer whose turn it is may hand it on once more. */
export const canDelegate = ({ allowDelegation }: StoredDocument, { delegations = [] }: StoredSigner) =>
  allowDelegation && delegations.length < DELEGATIONS_PER_SIGNER;

/** A document past its deadline counts as expired, even if that has not been recorded yet. */
export const statusAt = ({ status, expiresAt }: StoredDocument, now: Date): DocumentStatus =>
  status === 'sent' && expiresAt !== null && expiresAt <= now.toISOString() ? 'expired' : status;

/** Neither a draft nor out for signing. */
export const isOver = ({ status }: Pick<StoredDocument, 'status'>) => status !== 'draft' && status !== 'sent';

/** Ended without being completed: it can no longer be signed. */
export const hasEnded = ({ status }: StoredDocument) =>
  status === 'declined' || status === 'voided' || status === 'expired';

/** What a list and a document show alike. */
const presented = (document: StoredDocument, now: Date) => ({
  ...document,
  status: statusAt(document, now),
  signers: document.signers.map((signer) => ({ ...signer, status: standingOf(document, signer) })),
});

export const presentSummary = (document: StoredDocument, now: Date) => DocumentSummary.parse(presented(document, now));

export const presentDocument = (document: StoredDocument, now: Date): Document =>
  Document.parse({
    ...presented(document, now),
    sha256: document.original.sha256,
    textSha256: document.text?.sha256,
    finalSha256: document.final?.sha256 ?? null,
    keepUntil: keepUntilOf(document),
  });

/** One signer as returned by the API, with its document. */
export function presentSigner(kept: StoredDocument, signerId: string, now: Date): z.infer<typeof DocumentSigner> {
  const document = presentDocument(kept, now);
  return signerIn(document, signerId);
}

/** The signer's own properties are at the top level, because the next call needs its `id`. */
export function signerIn<Of extends { id: string; signers: { id: string }[] }>(
  document: Of,
  signerId: string,
): Of['signers'][number] & { documentId: string; document: Of } {
  const signer = document.signers.find(({ id }) => id === signerId);
  if (!signer) throw new Error('The document does not have the signer it was changed for.');
  return { ...signer, documentId: document.id, document };
}

export function standingOf({ status, signers }: StoredDocument, signer: StoredSigner) {
  if (signer.status !== 'pending') return signer.status;
  if (isCopy(signer)) return status === 'completed' ? 'completed' : 'waiting';
  return status === 'sent' && isTurnOf(signer, signers) ? 'ready' : 'waiting';
}
