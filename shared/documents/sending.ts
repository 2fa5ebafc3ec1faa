import * as z from 'zod';
import { Instant, prose } from '#shared/platform/http/shapes.ts';
import { EmailAddress } from './email-address.ts';
import { RetentionOfSending } from './keeping.ts';
import { DELEGATIONS_PER_SIGNER, EXPIRY_DAYS, NAME_CHARACTERS, REMIND_DAYS, REMINDERS_PER_SIGNER } from './limits.ts';
import { nameOf } from './names.ts';
import { Language } from './signer.ts';

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
