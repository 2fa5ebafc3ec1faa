import { isTurnOf } from '@assay/agreements';
import { LANGUAGE_CODES } from '@assay/signing-page';
import * as z from 'zod';
import { RecordId } from '#shared/platform/http/route.ts';
import { Instant, pageOf, prose, Timestamp } from '#shared/platform/http/shapes.ts';
import { EmailAddress } from './email-address.ts';
import { EmailDelivery, StoredDelivery } from './email-delivery.ts';
import { keepUntilOf, RetentionOfSending, shownKeeping, storedKeeping } from './keeping.ts';
import {
  DELEGATION_REASON_CHARACTERS,
  DELEGATIONS_PER_SIGNER,
  EXPIRY_DAYS,
  NAME_CHARACTERS,
  REMIND_DAYS,
  REMINDERS_PER_SIGNER,
  SIGNERS_PER_DOCUMENT,
} from './limits.ts';
import { nameOf } from './names.ts';
import { isCopy, OtherRole, SignerRole } from './signer-role.ts';

/** A PDF with its signers and fields. */
export const DocumentStatus = z.enum(['draft', 'sent', 'completed', 'declined', 'voided', 'expired']);
export type DocumentStatus = z.infer<typeof DocumentStatus>;

const Language = z
  .enum(LANGUAGE_CODES)
  .describe(
    'Language of the signing page and of emails. Without it the page uses the language of the browser, and emails ' +
      'are in English.',
  );

const IdentityCheck = z
  .union([z.enum(['email_code']), z.strictObject({ workflowId: RecordId })])
  .describe(
    '`email_code`: the document is shown, and signed, only after a one-time code was entered that is emailed to the ' +
      'signer’s address. A forwarded link does not suffice. Needs an installation that sends emails. With a ' +
      '`workflowId`, a verification session of that workflow has to be approved after the code, and the name on its ' +
      'document has to be that of the signer.',
  );

export const NewSigner = z
  .strictObject({
    name: nameOf(NAME_CHARACTERS),
    email: EmailAddress,
    signingOrder: z
      .int()
      .min(1)
      .max(1_000)
      .default(1)
      .describe('Signers with a lower number sign first; equal numbers sign in any order.'),
    language: Language.nullish(),
    identityCheck: IdentityCheck.nullish(),
    role: SignerRole.nullish(),
  })
  .meta({
    id: 'NewSigner',
    examples: [{ name: 'Ada Example', email: 'ada@example.com', signingOrder: 1 }],
  });

/** Somebody who takes part besides the signers of a template. */
export const NewOther = NewSigner.extend({
  role: OtherRole.describe('What the person does. Neither has fields.'),
}).meta({
  id: 'NewOther',
  examples: [{ name: 'Bo Example', email: 'bo@example.com', role: 'approver' }],
});

export const SignerCorrection = z
  .strictObject({ name: nameOf(NAME_CHARACTERS).optional(), email: EmailAddress.optional() })
  .refine(({ name, email }) => name !== undefined || email !== undefined, {
    message: 'Send `name`, `email` or both.',
  })
  .meta({ id: 'SignerCorrection', minProperties: 1, examples: [{ email: 'ada@example.org' }] });

/** The person to whom a signer hands the turn. */
export const NewDelegation = z
  .strictObject({
    name: nameOf(NAME_CHARACTERS),
    email: EmailAddress,
    reason: prose(DELEGATION_REASON_CHARACTERS).describe('For the sender and the audit trail.'),
  })
  .meta({
    id: 'NewDelegation',
    examples: [{ name: 'Bo Example', email: 'bo@example.com', reason: 'He signs for the company.' }],
  });

export const Renaming = z
  .strictObject({ name: nameOf(NAME_CHARACTERS) })
  .meta({ id: 'Renaming', examples: [{ name: 'Lease of 1 Harbour Street' }] });

/** Acceptance of the disclosure on electronic records and signatures. */
const Consent = z.object({
  version: z.string(),
  language: z.enum(LANGUAGE_CODES),
  acceptedAt: Timestamp,
  onPage: z
    .boolean()
    .optional()
    .describe(
      'Whether it was accepted in a session of the signing page. False: an API client stated it. Missing if it was ' +
        'accepted before this was recorded.',
    ),
});

/** Codes emailed to a signer. Neither a code nor a session is stored. */
const StoredCode = z.object({
  /** The link that the counters, digest and sessions are of. */
  linkVersion: z.int(),
  /** Number of the latest code. */
  number: z.int(),
  masterKey: z.int().optional(),
  /** Keyed digest of the code; null once it was used, or tried too often. */
  digest: z.string().nullable(),
  expiresAt: Timestamp.nullable(),
  attempts: z.int(),
  /** Wrong entries since the latest right one. */
  failures: z.int(),
  sentOnLink: z.int(),
  /** The latest codes, of all links. */
  sentAt: z.array(Timestamp),
  sessions: z.array(z.object({ hash: z.string(), verifiedAt: Timestamp })),
});

/** The verification session of a signer with a workflow as identity check. Nothing of its results but these. */
const IdentitySession = z
  .object({
    sessionId: z.uuid().describe('The verification session, to start attempts and report steps.'),
    workflowKey: z.string(),
    workflowRevision: z.int(),
    requestedAt: Timestamp,
    result: z
      .object({
        runId: z.uuid().describe('The approved attempt.'),
        approvedAt: Timestamp,
        name: z
          .enum(['equal', 'similar', 'different'])
          .describe(
            'The name on the document beside that of the signer. `similar`: a name is missing, or one letter differs. ' +
              '`different`: the signer cannot go on. Correct the name of the signer, or start another attempt.',
          ),
        steps: z.array(z.object({ key: z.string(), type: z.string(), result: z.enum(['completed', 'accepted']) })),
      })
      .nullable()
      .describe('Null until the signing page, or another client of the signer, has asked after an approval.'),
  })
  .meta({ id: 'SignerIdentitySession' });

const Delegation = z
  .object({
    name: z.string(),
    email: z.string(),
    reason: z.string(),
    at: Timestamp,
  })
  .meta({ id: 'SignerDelegation' });

/** A stored signer. Only a hash of the link is stored. */
export const StoredSigner = z.object({
  id: z.uuid(),
  roleId: z.string().nullable(),
  name: z.string(),
  email: z.string(),
  signingOrder: z.int(),
  /** Language of the signing page and emails; null means the document's language. */
  language: Language.nullable().default(null),
  status: z.enum(['pending', 'completed', 'declined']),
  /** Number of links issued to this signer; only the latest one opens the document. */
  linkVersion: z.int(),
  linkHash: z.string().nullable(),
  /** When the signer requested the current link to a completed document. */
  linkIssuedAt: Timestamp.nullable().default(null),
  /**
   * Hash of the expired link with which the current one was requested. It can request a link again,
   * but opens nothing.
   */
  endedLinkHash: z.string().nullable().default(null),
  /** The master key from which the link is derived; missing means the first. */
  linkMasterKey: z.int().optional(),
  /** When the latest invitation was sent. */
  invitedAt: Timestamp.nullable().default(null),
  /** Reminders about the present link's address, and when the latest was written. */
  reminders: z.int().default(0),
  remindedAt: Timestamp.nullable().default(null),
  /** The `expiresAt` of the document that a reminder has announced. */
  announcedExpiry: Timestamp.nullable().default(null),
  /**
   * Delivery state of emails to the address; null before the first email and after a correction of
   * the address.
   */
  delivery: StoredDelivery.nullable().default(null),
  /** The first link version that was sent to the current address. */
  addressSince: z.int().default(0),
  viewedAt: Timestamp.nullable(),
  /** The latest link with which the document was viewed; null if that was not recorded. */
  viewedLink: z.int().nullable().default(null),
  completedAt: Timestamp.nullable(),
  consent: Consent.nullable().default(null),
  identityCheck: IdentityCheck.nullable().default(null),
  /** When the latest code was entered that was emailed to the present address. */
  identityVerifiedAt: Timestamp.nullable().default(null),
  identityCode: StoredCode.nullable().default(null),
  identitySession: IdentitySession.nullable()
    .default(null)
    .describe('Of a signer with a workflow as identity check; null until the signer has requested it.'),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
  role: OtherRole.optional(),
  delegations: z
    .array(Delegation)
    .optional()
    .describe('Who had this turn before and handed it on, the first to begin with. Missing if it was not handed on.'),
});
export type StoredSigner = z.infer<typeof StoredSigner>;

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

const reminding = {
  remindAfterDays: z
    .int()
    .min(1)
    .max(REMIND_DAYS)
    .nullish()
    .describe(
      `Remind signers who can sign this many days after the latest email to them, up to ${REMINDERS_PER_SIGNER} times. ` +
        'By default they are not reminded.',
    ),
  remindBeforeExpiryDays: z
    .int()
    .min(1)
    .max(REMIND_DAYS)
    .nullish()
    .describe('Remind signers who can sign this many days before the document expires. By default they are not.'),
};

/** Changes of a document that is out for signing. */
export const SendingChange = z
  .strictObject({
    expiresAt: Instant.optional().describe('In the future, at most 365 days from now.'),
    ...reminding,
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    message: 'Send at least one property.',
  })
  .meta({ id: 'SendingChange', minProperties: 1, examples: [{ remindAfterDays: 3 }] });

const sendingShape = {
  message: z.string().max(2_000).nullish().describe('For the invitation and the signing page.'),
  senderName: nameOf(NAME_CHARACTERS).nullish().describe('Name of the sender in emails and on the signing page.'),
  organizationName: nameOf(NAME_CHARACTERS)
    .nullish()
    .describe(
      'The organization that the sender acts for, on the signing page and in every email to the signers. Without it, they ' +
        'name the brand of your organization: `GET /organization/brand`.',
    ),
  replyTo: EmailAddress.nullish().describe('Address for replies to the emails.'),
  expiresInDays: z.int().min(1).max(EXPIRY_DAYS).nullish().describe('Defaults to 30.'),
  senderNotices: z
    .boolean()
    .nullish()
    .describe(
      'Email the sender when the document is declined, completed or expires, or when emails to a signer bounce. The ' +
        'emails go to `replyTo`, else to the address of the user who sends the document; an API key without ' +
        '`replyTo` gets none. True by default.',
    ),
  ...reminding,
  retainDays: RetentionOfSending,
  language: Language.nullish().describe(
    'Language of the signing page and of emails, for signers without a `language` of their own. Without it the ' +
      'page uses the language of the browser, and emails are in English.',
  ),
  requireConsent: z
    .boolean()
    .nullish()
    .describe(
      'Refuse a signature until the signer has accepted the disclosure on electronic records and signatures. The signing page always requires it; with this setting, clients of the API have to record it too. False by default.',
    ),
  allowDelegation: z
    .boolean()
    .nullish()
    .describe(
      `Let a signer hand the turn to another person, up to ${DELEGATIONS_PER_SIGNER} times: \`POST /signing/{token}/delegate\`. ` +
        'False by default.',
    ),
};

/** What all documents of a bulk send have in common. */
export const BulkSending = z.strictObject(sendingShape).meta({ id: 'BulkSending', examples: [{ remindAfterDays: 3 }] });

export const Sending = z
  .strictObject({
    ...sendingShape,
    expiresAt: Instant.nullish().describe('Instead of `expiresInDays`: a time at most 365 days from now.'),
    returnLinks: z
      .boolean()
      .nullish()
      .describe(
        'Return every signer’s link in `signingUrl`, to embed the signing page or to deliver links yourself. The audit ' +
          'trail and the certificate then say that the links were given to the caller. False by default: ' +
          'only the invitations have them.',
      ),
  })
  .refine(({ expiresInDays, expiresAt }) => !(expiresInDays && expiresAt), {
    path: ['expiresAt'],
    message: 'Send `expiresInDays` or `expiresAt`, not both.',
  })
  .meta({
    id: 'Sending',
    not: {
      required: ['expiresInDays', 'expiresAt'],
      properties: { expiresInDays: { type: 'integer' }, expiresAt: { type: 'string' } },
    },
    examples: [{ message: 'Please sign by Friday.', senderName: 'Harbour Estates' }],
  });

export const LinkIssue = z
  .strictObject({
    returnLink: z
      .boolean()
      .nullish()
      .describe(
        'Return the new link in `signingUrl`, which the audit trail and the certificate record. True by default; with ' +
          'false it is emailed only. Organizations with `linksByEmailOnly` have to send false.',
      ),
  })
  .meta({ id: 'LinkIssue', examples: [{ returnLink: false }] })
  .optional();

export const Voiding = z
  .strictObject({ reason: prose(1_000).nullish() })
  .meta({ id: 'Voiding', examples: [{ reason: 'Sent to the wrong address.' }] });

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
