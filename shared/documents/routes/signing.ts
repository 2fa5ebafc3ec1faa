import { SIGNATURE_IMAGE_BYTES, TYPED_SIGNATURE_CHARACTERS } from '@assay/agreements';
import {
  CONSENT_NAMES,
  CONSENT_SHOWN,
  DISCLOSURE_VERSION,
  DISCLOSURE_VERSIONS,
  LANGUAGE_CODES,
} from '@assay/signing-page';
import * as z from 'zod';
import { distinct } from '#shared/platform/http/list-rules.ts';
import { Bytes, defineRoutes, get, Nothing, post, RecordId } from '#shared/platform/http/route.ts';
import { prose, Timestamp } from '#shared/platform/http/shapes.ts';
import { DELEGATIONS_PER_SIGNER } from '../limits.ts';
import { NewDelegation } from '../signer.ts';
import { ShownAs } from '../signing/shown-as.ts';
import { SigningState } from '../signing/state.ts';
import { PdfFile } from '../template.ts';
import { DocumentText } from '../text.ts';
import { pdfElsewhere } from './common.ts';

const PngFile = Bytes.meta({ format: 'binary', examples: ['‰PNG'] });
const SvgFile = z.string().meta({ examples: ['<svg xmlns="http://www.w3.org/2000/svg"/>'] });

/** Maximum length of a link token with an identity session; longer ones are rejected without parsing. */
const Token = z
  .string()
  .max(200)
  .describe(
    'The last part of the signing link. For a signer with an identity check, a dot and the `session` of ' +
      '`verifyIdentityCode` follow.',
  );

const TypedSignature = z
  .strictObject({
    typed: z
      .string()
      .min(1)
      .max(TYPED_SIGNATURE_CHARACTERS)
      .describe('A name or initials. The service draws it in its own handwriting font.'),
  })
  .meta({ id: 'TypedSignature', examples: [{ typed: 'Ada Example' }] });

const Fill = z
  .strictObject({
    value: z
      .union([z.string(), z.boolean(), TypedSignature])
      .nullable()
      .describe(
        'Text of at most 10,000 characters; an option; a date in the field’s format; `true` or `false` ' +
          'for a checkbox; for a signature or initials `{ "typed": "…" }`, or a `data:` URL of a PNG or ' +
          'JPEG with visible ink. Null clears the field.',
      ),
  })
  .meta({
    id: 'Fill',
    examples: [{ value: 'Ada Example' }, { value: { typed: 'Ada Example' } }],
  });

const PageSession = z
  .string()
  .max(100)
  .optional()
  .describe(
    'Sent by the signing page: the session that its HTML contains. The audit trail and the certificate say whether a ' +
      'request had one. Omit it on your own page.',
  );

const Viewing = z
  .strictObject({ shownAs: ShownAs.optional(), pageSession: PageSession })
  .meta({ id: 'SigningView', examples: [{ shownAs: 'pdf' }] })
  .optional();

const Consent = z
  .strictObject({
    version: z.enum(DISCLOSURE_VERSIONS).describe('Version of the disclosure that was shown.'),
    language: z.enum(LANGUAGE_CODES).describe('Language in which it was shown.'),
    pageSession: PageSession,
  })
  .meta({ id: 'SigningConsent', examples: [{ version: DISCLOSURE_VERSION, language: 'en' }] });

const Declining = z
  .strictObject({ reason: prose(1_000) })
  .meta({ id: 'Declining', examples: [{ reason: 'The price is not what we agreed.' }] });

const Completion = z
  .strictObject({
    shown: z
      .string()
      .max(100)
      .optional()
      .describe('`shown` from the state that the signer saw. If a field has changed since, signing is refused.'),
    consent: z
      .enum(CONSENT_NAMES)
      .optional()
      .describe(
        'Text of the signing page that was shown beside the button, for the audit trail and the certificate. ' +
          'Without a `pageSession` it is recorded as stated by the client, not as shown by the page.',
      ),
    shownAs: distinct(z.array(ShownAs).min(1).max(ShownAs.options.length))
      .optional()
      .describe('Every way in which the signer was shown the document, for the audit trail and the certificate.'),
    pageSession: PageSession,
  })
  .meta({ id: 'SigningCompletion', examples: [{ shown: 'a'.repeat(64), consent: CONSENT_SHOWN }] })
  .optional();

const SigningBrand = z
  .object({
    name: z
      .string()
      .nullable()
      .describe('The `organizationName` of the document or, without one, the name of the brand or organization.'),
    registeredName: z
      .string()
      .nullable()
      .describe('The name of the organization in its settings, if it is another one than `name`.'),
    colour: z.string().nullable().describe('`#rrggbb`.'),
    logo: z.string().nullable().describe('A `data:` URL of a PNG or SVG.'),
  })
  .meta({
    id: 'SigningBrand',
    examples: [{ name: 'Example Pay', registeredName: 'Example Payments', colour: '#0b5fff', logo: null }],
  });

/** Base64 adds a third, and JSON some more. */
const FILL_BODY_BYTES = Math.ceil(SIGNATURE_IMAGE_BYTES * 1.4);

/** Memory for the thread that decodes pictures at its limit, or for an East Asian font. */
const DRAWING_MEMORY_MB = 1024;

/** One full CPU, and memory for the drawing thread at its limit. */
const PREVIEW_MEMORY_MB = 1769;

const CodeSent = z
  .object({ status: z.literal('sent'), expiresAt: Timestamp.describe('End of the code.') })
  .meta({ id: 'IdentityCodeSent' });

const CodeEntry = z
  .strictObject({
    code: z
      .string()
      .regex(/^\d{6}$/)
      .describe('The six digits of the latest email.'),
  })
  .meta({ id: 'IdentityCodeEntry', examples: [{ code: '042137' }] });

const IdentitySession = z
  .object({
    session: z.string().describe('To append to the token, after a dot: `/signing/{token}.{session}`. Never stored.'),
    expiresAt: Timestamp.describe('After it another code is needed.'),
  })
  .meta({ id: 'IdentitySession' });

const CheckState = z
  .object({
    status: z
      .enum(['waiting', 'in_review', 'declined', 'name_differs', 'approved'])
      .describe(
        '`waiting`: for the results of the steps. `in_review`: for a decision. `declined`: the latest attempt was ' +
          'rejected or revoked. `name_differs`: approved for a document with another name. `approved`: the document is ' +
          'shown.',
      ),
  })
  .meta({ id: 'IdentityCheckState' });

const expired = {
  link_expired: [410, 'The document was not signed in time, so its links have expired.'],
  completed_link_expired: [
    410,
    'The link to the completed document has expired: 90 days after completion, unless the installation says ' +
      'otherwise. `POST /signing/{token}/link` sends a new one to the signer.',
  ],
} as const;

const link = {
  ...expired,
  identity_required: [
    403,
    'The signer has to enter the code that is emailed to them, `POST /signing/{token}/code`, or their identity check has ' +
      'to be approved: `POST /signing/{token}/identity-check`.',
  ],
} as const;

const Delegated = z.object({ status: z.literal('delegated') }).meta({ id: 'DelegatedTurn' });
const LinkRequest = z.object({ status: z.literal('requested') }).meta({ id: 'LinkRequest' });
const open = {
  ...link,
  not_your_turn: [409, 'A signer with a lower `signingOrder` has not signed yet.'],
  signed_already: [409, 'The signer has signed. Their fields can no longer be changed.'],
  document_closed: [409, 'The document is completed, declined, voided or expired.'],
} as const;

const noText = { no_text: [422, 'The document has no text that could have been shown.'] } as const;

const pathOf = { token: Token };
/** The link is read in the same request as the deletion mark of its organization. */
const identifying = { identity: ['BatchGetItem'] } as const;

export const signingRoutes = defineRoutes('documents', {
  readSigning: get('/signing/{token}', 'signer', SigningState, {
    summary: 'Read the signing state',
    description: 'Before an identity check is passed: without message, pages and fields, and with a masked address.',
    params: pathOf,
    problems: expired,
    uses: { tables: { ...identifying, documents: ['BatchGetItem', 'Query'] } },
  }),
  readSigningBrand: get('/signing/{token}/brand', 'signer', SigningBrand, {
    summary: 'Read the sender’s brand as a signer',
    description: 'Name, logo and colour of the organization that sent the document, as they are now.',
    params: pathOf,
    problems: link,
    uses: {
      tables: { ...identifying, documents: ['BatchGetItem'] },
      buckets: { documents: ['GetObject'] },
    },
  }),
  openSigning: post('/signing/{token}/view', 'signer', Viewing, SigningState, {
    summary: 'Record that the signer viewed the document',
    description:
      'Call it once the document is visible to the signer. It is recorded once for each link; a signature needs it.',
    params: pathOf,
    status: 200,
    idempotency: 'none',
    problems: { ...link, ...noText },
    uses: {
      tables: { ...identifying, documents: ['BatchGetItem', 'Query', 'PutItem'] },
      masterSecret: true,
    },
  }),
  readSigningPdf: get('/signing/{token}/pdf', 'signer', PdfFile, {
    summary: 'Download the PDF as a signer',
    contentType: 'application/pdf',
    redirectsWhen: pdfElsewhere,
    params: pathOf,
    problems: {
      ...link,
      document_closed: [409, 'The document was declined, voided or has expired.'],
    },
    uses: {
      tables: { ...identifying, documents: ['BatchGetItem'] },
      buckets: { documents: ['GetObject'] },
    },
  }),
  readSigningPreview: get('/signing/{token}/preview', 'signer', PngFile, {
    summary: 'Read a preview of the first page',
    description:
      'An image of the first page, 800 pixels wide: a PNG, or a JPEG for photographs and scans. The signing ' +
      'page shows it while the PDF loads. It is drawn on the first request and stored.',
    contentType: 'image/png',
    otherContentTypes: ['image/jpeg'],
    params: pathOf,
    memoryMb: PREVIEW_MEMORY_MB,
    problems: {
      ...link,
      not_found: [404, 'The first page cannot be drawn. Read the PDF instead.'],
      document_closed: [409, 'The document was declined, voided or has expired.'],
    },
    uses: {
      tables: { ...identifying, documents: ['BatchGetItem'] },
      // Without `ListBucket`, S3 answers 403 for a picture that has not been drawn yet.
      buckets: { documents: ['GetObject', 'PutObject documents/*', 'ListBucket'] },
    },
  }),
  readSigningText: get('/signing/{token}/text', 'signer', DocumentText, {
    summary: 'Read the document as text',
    description:
      'The text of a document from a Markdown template, without pages: for narrow screens. It has the words of the PDF ' +
      'in their order, and names the fields of the document in their places. `textSha256` is the digest of these bytes.',
    params: pathOf,
    problems: {
      ...link,
      not_found: [404, 'The document has no text: it is an uploaded PDF, or older than this operation. Read the PDF.'],
      document_closed: [409, 'The document was declined, voided or has expired.'],
    },
    uses: {
      tables: { ...identifying, documents: ['BatchGetItem'] },
      buckets: { documents: ['GetObject'] },
    },
  }),
  readSigningImage: get('/signing/{token}/fields/{fieldId}/image', 'signer', PngFile, {
    summary: 'Read a signature image',
    description: 'A typed signature is an SVG; an image has the format it was uploaded in.',
    contentType: 'image/png',
    otherContentTypes: ['image/jpeg', 'image/svg+xml'],
    params: { ...pathOf, fieldId: RecordId },
    problems: { ...link, not_found: [404, 'The field has no image.'] },
    uses: {
      tables: { ...identifying, documents: ['BatchGetItem', 'Query'] },
      buckets: { documents: ['GetObject'] },
    },
  }),
  previewTypedSignature: post('/signing/{token}/fields/{fieldId}/typed-signature', 'signer', TypedSignature, SvgFile, {
    summary: 'Preview a typed signature',
    description:
      'The drawing that is stored when the field is filled with this text, as an SVG of the size of the ' +
      'field. Stores nothing.',
    params: { ...pathOf, fieldId: RecordId },
    isReadOnly: true,
    status: 200,
    contentType: 'image/svg+xml',
    memoryMb: DRAWING_MEMORY_MB,
    problems: {
      ...link,
      not_found: [404, 'The signer has no signature or initials field with this id.'],
      invalid_value: [422, 'The text cannot be drawn in this field. See `errors`.'],
    },
    uses: {
      tables: { ...identifying, documents: ['BatchGetItem', 'Query'] },
      printer: true,
    },
  }),
  fillField: post('/signing/{token}/fields/{fieldId}', 'signer', Fill, SigningState, {
    summary: 'Fill or clear a field',
    params: { ...pathOf, fieldId: RecordId },
    status: 200,
    idempotency: 'optional',
    bodyLimitBytes: FILL_BODY_BYTES,
    memoryMb: DRAWING_MEMORY_MB,
    problems: {
      ...open,
      not_found: [404, 'The field does not exist.'],
      invalid_value: [422, 'The value is invalid for this field. See `errors`.'],
      read_only: [409, 'This field cannot be changed by the signer.'],
      trail_full: [
        409,
        'The audit trail is full (5,000 entries, including one for each empty field). Only empty fields can ' +
          'still be filled.',
      ],
    },
    uses: {
      tables: { ...identifying, documents: ['BatchGetItem', 'Query', 'PutItem'] },
      buckets: { documents: ['PutObject documents/*'] },
      printer: true,
    },
  }),
  completeSigning: post('/signing/{token}/complete', 'signer', Completion, SigningState, {
    summary: 'Complete signing',
    description: 'The last signature seals the document.',
    params: pathOf,
    status: 200,
    idempotency: 'optional',
    memoryMb: 3008,
    timeoutSeconds: 29,
    problems: {
      ...open,
      view_required: [
        422,
        'The document has not been viewed with this link. Record it with POST /signing/{token}/view.',
      ],
      consent_required: [
        422,
        'The document was sent with `requireConsent` and the signer has not accepted the disclosure.',
      ],
      identity_withdrawn: [403, 'The identity check of the signer is no longer approved.'],
      changed_meanwhile: [409, 'A field has changed since the signer saw it. Reload the document.'],
      ...noText,
      fields_missing: [
        422,
        'Required fields are empty. Each finding names a field and, for conditions, the field that requires it.',
      ],
    },
    uses: {
      tables: {
        ...identifying,
        documents: ['BatchGetItem', 'Query', 'PutItem'],
        verification: ['GetItem', 'ConditionCheckItem'],
      },
      buckets: { documents: ['GetObject', 'PutObject documents/*'] },
      masterSecret: true,
      printer: true,
      seal: true,
    },
  }),
  acceptConsent: post('/signing/{token}/consent', 'signer', Consent, SigningState, {
    summary: 'Accept the disclosure on electronic signatures',
    description:
      'Recorded once for each version in the audit trail and on the certificate, with the language, the SHA-256 of ' +
      'the text, and whether it was accepted in a session of the signing page or stated by an API client.',
    params: pathOf,
    status: 200,
    idempotency: 'optional',
    problems: open,
    uses: {
      tables: { ...identifying, documents: ['BatchGetItem', 'Query', 'PutItem'] },
      masterSecret: true,
    },
  }),
  requestLink: post('/signing/{token}/link', 'signer', Nothing, LinkRequest, {
    summary: 'Request a new link to a completed document',
    description:
      'For the holder of an expired link: a new one, for 7 days, is emailed to the signer. The answer shows neither the ' +
      'link nor the address. The audit trail has each request.',
    params: pathOf,
    status: 202,
    idempotency: 'none',
    problems: {
      link_expired: link.link_expired,
      link_valid: [409, 'The link has not expired, or the document is not completed.'],
      email_blocked: [409, 'Emails to the signer bounced, or were reported as spam.'],
    },
    uses: {
      tables: { ...identifying, documents: ['BatchGetItem', 'PutItem'] },
      masterSecret: true,
      emailLimits: true,
    },
  }),
  sendIdentityCode: post('/signing/{token}/code', 'signer', Nothing, CodeSent, {
    summary: 'Email a code to the signer',
    description:
      'For a signer with `identityCheck: "email_code"`: six digits, valid for 10 minutes and once. The earlier code ends. ' +
      'At most 5 in an hour and 30 for each link.',
    params: pathOf,
    status: 202,
    idempotency: 'optional',
    problems: {
      ...expired,
      no_identity_check: [409, 'The document of this link needs no code.'],
      identity_locked: [409, 'Wrong codes were entered too often: the signer needs a new link.'],
      email_blocked: [409, 'Emails to the signer bounced, or were reported as spam.'],
      trail_full: [409, 'The audit trail of the document is full.'],
    },
    uses: {
      tables: { ...identifying, documents: ['BatchGetItem', 'PutItem'] },
      masterSecret: true,
      emailLimits: true,
    },
  }),
  verifyIdentityCode: post('/signing/{token}/code/verify', 'signer', CodeEntry, IdentitySession, {
    summary: 'Verify the code of a signer',
    description:
      'Returns a session that opens the document with this link for four hours, in this client. After 5 wrong entries ' +
      'the code ends; after 15 without a right one the link is locked, until the sender issues a new one.',
    params: pathOf,
    status: 200,
    idempotency: 'optional',
    problems: {
      ...expired,
      no_identity_check: [409, 'The document of this link needs no code.'],
      wrong_code: [422, 'The code is wrong.'],
      code_expired: [422, 'There is no valid code: it expired, was used, or was entered wrongly 5 times.'],
      identity_locked: [409, 'Wrong codes were entered too often: the signer needs a new link.'],
    },
    uses: {
      tables: { ...identifying, documents: ['BatchGetItem', 'PutItem'] },
      masterSecret: true,
    },
  }),
  checkIdentity: post('/signing/{token}/identity-check', 'signer', Nothing, CheckState, {
    summary: 'Request or follow the identity check of a signer',
    description:
      'For a signer whose `identityCheck` has a `workflowId`, after the emailed code. The first request opens a ' +
      'verification session, whose id the sender finds in `identitySession` of the signer and in ' +
      '`signer.identity_check_requested`; the sender’s system runs it. Later requests take over its result: repeat them ' +
      'until it is `approved`. A corrected or replaced signer is checked anew.',
    params: pathOf,
    status: 200,
    idempotency: 'none',
    problems: {
      ...link,
      no_identity_check: [409, 'No workflow checks the signer of this link.'],
      unfit_workflow: [422, 'The latest revision of the workflow reads no name.'],
      trail_full: [409, 'The audit trail of the document is full.'],
    },
    uses: {
      tables: {
        ...identifying,
        documents: ['BatchGetItem', 'PutItem'],
        verification: ['GetItem', 'BatchGetItem', 'PutItem'],
        risk: ['PutItem'],
      },
    },
  }),
  delegateSigning: post('/signing/{token}/delegate', 'signer', NewDelegation, Delegated, {
    summary: 'Hand the turn to another person',
    description:
      'For a document that was sent with `allowDelegation`, when it is the turn of the signer. The person gets a link of ' +
      'their own by email and has to pass the identity check of the signer anew; order, fields and signer id stay. The ' +
      'link of this request no longer works, and entries made with it are cleared. The sender gets an email. A repeated ' +
      'request gets 401.',
    params: pathOf,
    status: 200,
    idempotency: 'none',
    problems: {
      ...open,
      delegation_not_allowed: [409, 'The document was sent without `allowDelegation`.'],
      too_many_delegations: [409, `The turn was handed over ${DELEGATIONS_PER_SIGNER} times already.`],
      already_a_signer: [422, 'The address is that of a signer, an approver or the recipient of a copy.'],
      too_many_filled_fields: [409, 'The signer has filled more than 50 fields. Clear them first.'],
      trail_full: [409, 'The audit trail of the document is full.'],
    },
    uses: {
      tables: { ...identifying, documents: ['BatchGetItem', 'Query', 'PutItem'] },
      masterSecret: true,
      emailLimits: true,
    },
  }),
  declineSigning: post('/signing/{token}/decline', 'signer', Declining, SigningState, {
    summary: 'Decline to sign',
    params: pathOf,
    status: 200,
    idempotency: 'optional',
    problems: open,
    uses: {
      tables: { ...identifying, documents: ['BatchGetItem', 'Query', 'PutItem'] },
    },
  }),
});
