import { LANGUAGE_CODES } from '@assay/signing-page';
import * as z from 'zod';
import { RecordId } from '#shared/platform/http/route.ts';
import { prose, Timestamp } from '#shared/platform/http/shapes.ts';
import { EmailAddress } from './email-address.ts';
import { StoredDelivery } from './email-delivery.ts';
import { DELEGATION_REASON_CHARACTERS, NAME_CHARACTERS } from './limits.ts';
import { nameOf } from './names.ts';
import { OtherRole, SignerRole } from './signer-role.ts';

export const Language = z
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

/** A participant besides the signers of a template. */
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
