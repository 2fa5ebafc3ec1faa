import { FormField } from '@assay/agreements';
import * as z from 'zod';
import { SECRET_RETIRED } from '#shared/identity/contract.ts';
import { missing } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, get, Nothing, patch, post, RecordId, remove } from '#shared/platform/http/route.ts';
import { Timestamp } from '#shared/platform/http/shapes.ts';
import { AuditTrail, TRAIL_VERIFICATION } from '../audit.ts';
import {
  Document,
  DocumentPage,
  DocumentSigner,
  DocumentStatus,
  SealLevel,
  SentDocument,
  SentSigner,
} from '../document.ts';
import { NAME_CHARACTERS } from '../limits.ts';
import { nameOf } from '../names.ts';
import { SEAL_REFERENCE } from '../seal-reference.ts';
import { LinkIssue, Sending, SendingChange, Voiding } from '../sending.ts';
import { NewSigner, Renaming, SignerCorrection } from '../signer.ts';
import { PdfFile } from '../template.ts';
import {
  formLimit,
  linksByEmail,
  listing,
  notChangeable,
  notDraft,
  PRINTING,
  pdfElsewhere,
  unfitWorkflow,
  unusableFile,
} from './common.ts';

const EXAMPLE = { name: 'Lease', uploadId: '019b76da-a800-7000-8000-000000000000' };

const OfUpload = z
  .strictObject({ name: nameOf(NAME_CHARACTERS), uploadId: RecordId })
  .meta({ id: 'NewDocumentOfUpload', examples: [EXAMPLE] });

const NewDocument = z
  .union([
    z.strictObject({
      name: nameOf(NAME_CHARACTERS).optional().describe('Defaults to the file name.'),
      file: z.file().describe('The PDF.'),
    }),
    OfUpload,
  ])
  .meta({ id: 'NewDocument', examples: [EXAMPLE] });

const NewUpload = z
  .strictObject({
    sizeBytes: z
      .int()
      .min(1)
      .max(Number.MAX_SAFE_INTEGER)
      .describe('The exact size of the file. S3 refuses a body of any other size.'),
  })
  .meta({ id: 'NewDocumentUpload', examples: [{ sizeBytes: 5_242_880 }] });

const Upload = z
  .object({
    uploadId: z.uuid(),
    url: z.string().describe('Accepts one `PUT` of the file until `expiresAt`.'),
    headers: z
      .record(z.string(), z.string())
      .describe('Headers to send with the `PUT`, exactly as they are: they are part of the signature.'),
    expiresAt: Timestamp,
  })
  .meta({ id: 'DocumentUpload' });

const SealKey = z
  .object({
    fingerprint: z
      .string()
      .describe(
        'SHA-256 of the public key (SubjectPublicKeyInfo, DER) in lower-case hex, for `assay documents verify ' +
          '--fingerprint`.',
      ),
    publicKey: z.string().describe('As PEM.'),
    certificates: z
      .array(z.string())
      .describe(
        'Certificates of a certificate authority for the key as PEM, its own first. Empty if the seal has a ' +
          'self-signed certificate: then no certificate authority vouches for the key.',
      ),
    timestampCertificate: z
      .string()
      .optional()
      .describe(
        'SHA-256 of a certificate of the timestamp authority, or of one above it, in lower-case hex. Absent unless ' +
          'the stage is configured with it.',
      ),
  })
  .meta({ id: 'SealKey' });

const SealedDocument = z
  .object({
    sealedAt: Timestamp,
    level: SealLevel,
    isVouchedFor: z.boolean().describe('Whether the certificate of the seal was issued by a certificate authority.'),
    signers: z.int().describe('Number of signers.'),
    mode: z.enum(['test', 'live']),
  })
  .meta({ id: 'SealedDocument' });

export const documentRoutes = defineRoutes('documents', {
  findSealed: get('/documents/sealed/{reference}/{sha256}', 'public', SealedDocument, {
    summary: 'Find a sealed document by its digest',
    description:
      'For anyone who has a sealed file: whether this service sealed exactly that file, when, and for how many ' +
      'signers. The contact in the signature dictionary of the file, and the QR code on its certificate, have the ' +
      'reference. Any other digest, and any other reference, is answered with 404. The page `/verify` uses it.',
    params: {
      reference: z
        .string()
        .regex(SEAL_REFERENCE)
        .meta({ examples: ['live.AaHdFASqdbegdWXR303DAAGh3RQEqnW3oHVl0d9NwwA'] })
        .describe('What follows `#` in the address of the QR code.'),
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .meta({ examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] })
        .describe('SHA-256 of the file in lower-case hex.'),
    },
    problems: { not_found: [404, 'This service did not seal that file, or no longer has it.'] },
    uses: { tables: { documents: ['BatchGetItem'], identity: ['GetItem', 'BatchGetItem'] } },
  }),
  readSealKey: get('/documents/seal-key', 'public', SealKey, {
    summary: 'Read the public key of the seal',
    description:
      'The key with which this service seals completed documents now, the same for test and live mode. A file that ' +
      'was sealed with another key is from another service, or from before the key was replaced.',
    uses: { sealKey: true },
  }),
  openUpload: post('/documents/uploads', 'client', NewUpload, Upload, {
    summary: 'Create an upload URL for a PDF',
    description:
      'For files up to 20 MB; a form can have about 4 MB only. `PUT` the file to `url` with `headers`, then ' +
      'create a document with the `uploadId`.',
    isReadOnly: true,
    needsWriteScope: true,
    problems: { file_too_large: [413, 'The file is larger than 20 MB.'] },
    uses: { buckets: { documents: ['PutObject uploads/*'] } },
  }),
  createDocument: post('/documents', 'client', NewDocument, Document, {
    summary: 'Create a document from a PDF',
    description:
      'From a PDF in the form, up to about 4 MB, or from an upload of up to 20 MB: see `openUpload`. API Gateway ' +
      'itself rejects larger forms, with status 413 and the body `{ "message": "Request Entity Too Large" }`.',
    accepts: ['multipart/form-data', 'application/json'],
    ...PRINTING,
    bodyLimitBytes: formLimit(),
    idempotency: 'optional',
    problems: unusableFile,
    uses: {
      tables: { documents: ['PutItem'] },
      // Without `ListBucket`, S3 answers 403 for missing objects as well.
      buckets: { documents: ['GetObject', 'PutObject documents/*', 'ListBucket'] },
    },
  }),
  listDocuments: get('/documents', 'client', DocumentPage, {
    summary: 'List documents',
    description:
      'In order of creation. A list by `status` follows a change within a second or so, and a document that passes ' +
      'its expiry time is listed as `expired` within a minute or two; a document is never listed under a status it no ' +
      'longer has.',
    query: z.strictObject({ ...listing, status: DocumentStatus.optional() }),
    uses: {
      tables: { documents: ['Query', 'BatchGetItem'] },
      indexes: { documents: ['status'] },
    },
  }),
  renameDocument: patch('/documents/{id}', 'client', Renaming, Document, {
    summary: 'Rename a draft',
    problems: { ...missing, ...notChangeable },
    uses: { tables: { documents: ['GetItem', 'PutItem'] } },
  }),
  deleteDocument: remove('/documents/{id}', 'client', Nothing, Nothing, {
    summary: 'Delete a draft',
    description:
      'Deletes the draft with its fields, audit trail and files, which are removed within minutes. A sent ' +
      'document cannot be deleted: void it instead.',
    problems: {
      ...missing,
      ...notDraft,
      legal_hold: [409, 'The document is under a legal hold.'],
    },
    uses: { tables: { documents: ['GetItem', 'PutItem'] } },
  }),
  readDocument: get('/documents/{id}', 'client', Document, {
    summary: 'Read a document',
    problems: missing,
    uses: { tables: { documents: ['GetItem'] } },
  }),
  readDocumentPdf: get('/documents/{id}/pdf', 'client', PdfFile, {
    summary: 'Download the PDF',
    description:
      'The sealed file once everyone has signed; before that, or with `version=original`, the file to be signed. ' +
      '`content-disposition` names the file after the document.',
    contentType: 'application/pdf',
    redirectsWhen: pdfElsewhere,
    query: z.strictObject({
      version: z.enum(['latest', 'original']).default('latest').meta({ default: 'latest' }),
    }),
    problems: missing,
    uses: { tables: { documents: ['GetItem'] }, buckets: { documents: ['GetObject'] } },
  }),
  readDocumentAudit: get('/documents/{id}/audit', 'client', AuditTrail, {
    summary: 'Read the audit trail',
    description: TRAIL_VERIFICATION,
    problems: missing,
    uses: { tables: { documents: ['GetItem', 'Query'] } },
  }),
  listFormFields: get('/documents/{id}/form-fields', 'client', z.object({ items: z.array(FormField) }), {
    summary: 'List the form fields of the PDF',
    problems: missing,
    uses: { tables: { documents: ['GetItem', 'Query'] } },
  }),
  addSigner: post('/documents/{id}/signers', 'client', NewSigner, DocumentSigner, {
    summary: 'Add a signer to a draft',
    description: 'Returns the signer. `document` is the document with all its signers.',
    idempotency: 'optional',
    problems: {
      ...missing,
      ...notChangeable,
      too_many_signers: [409, 'The document has reached 20 signers.'],
      ...unfitWorkflow,
    },
    uses: { tables: { documents: ['GetItem', 'PutItem'], verification: ['GetItem'] } },
  }),
  removeSigner: remove('/documents/{id}/signers/{signerId}', 'client', Nothing, Document, {
    summary: 'Remove a signer from a draft',
    problems: {
      ...missing,
      ...notChangeable,
      signer_has_fields: [409, 'Fields are assigned to this signer. Reassign or remove them first.'],
    },
    uses: { tables: { documents: ['GetItem', 'Query', 'PutItem'] } },
  }),
  correctSigner: patch('/documents/{id}/signers/{signerId}', 'client', SignerCorrection, DocumentSigner, {
    summary: 'Correct a signer',
    description:
      'Changes the name or email address of a signer who has not signed. When the address of a sent document’s ' +
      'signer changes, their link stops working, the fields they have filled are cleared, and a new ' +
      'invitation is ' +
      'sent if it is their turn. To get the new link in an answer, issue one.',
    problems: {
      ...missing,
      not_open: [409, 'The signer has signed, or the document is completed, declined, voided or expired.'],
      too_many_filled_fields: [409, 'The signer has filled more than 50 fields. Void the document and send a new one.'],
      trail_full: [409, 'The audit trail of the document is full.'],
    },
    uses: {
      tables: { documents: ['GetItem', 'Query', 'PutItem'] },
      masterSecret: true,
      emailLimits: true,
    },
  }),
  sendDocument: post('/documents/{id}/send', 'client', Sending, SentDocument, {
    summary: 'Send a draft to its signers',
    description:
      'Creates a link for every signer and emails those who can sign now. The links are in the answer only with ' +
      '`returnLinks: true`, which the audit trail and the certificate record.',
    status: 200,
    idempotency: 'optional',
    problems: {
      ...missing,
      ...notDraft,
      ...linksByEmail,
      not_ready: [422, 'The document is incomplete. Each finding names what is missing.'],
      expiry_out_of_range: [422, '`expiresAt` is in the past, or more than 365 days from now.'],
      ...SECRET_RETIRED,
    },
    uses: {
      tables: { documents: ['GetItem', 'Query', 'PutItem'] },
      masterSecret: true,
      emailLimits: true,
    },
  }),
  issueLink: post('/documents/{id}/signers/{signerId}/link', 'client', LinkIssue, SentSigner, {
    summary: 'Issue a new signing link',
    description:
      'Returns the signer with the new link, and invites the signer again if it is their turn. The previous ' +
      'link stops working. The audit trail and the certificate record that the caller was given the link. Links of ' +
      'other signers are not returned. With `returnLink: false` the link is emailed and not returned.',
    status: 200,
    idempotency: 'optional',
    problems: {
      ...missing,
      not_open: [409, 'This signer has no pending signature on the document, or the document has expired.'],
      trail_full: [409, 'The audit trail of the document is full (5,200 entries).'],
      ...linksByEmail,
      email_blocked: [
        409,
        'Emails to the signer bounced, or were reported as spam. Correct the address of the signer first.',
      ],
      ...SECRET_RETIRED,
    },
    uses: {
      tables: { documents: ['GetItem', 'PutItem'] },
      masterSecret: true,
      emailLimits: true,
    },
  }),
  remindSigner: post('/documents/{id}/signers/{signerId}/remind', 'client', Nothing, DocumentSigner, {
    summary: 'Remind a signer',
    description:
      'Emails the signer their present link again. The link does not change, and the answer does not have it. A ' +
      'signer can be reminded an hour after the latest email.',
    status: 200,
    idempotency: 'optional',
    problems: {
      ...missing,
      not_open: [
        409,
        'This signer has no pending signature on the document, others have to sign first, or the document has expired.',
      ],
      reminded_recently: [409, 'The signer was emailed less than an hour ago.'],
      trail_full: [409, 'The audit trail of the document is full (5,200 entries).'],
      email_blocked: [
        409,
        'Emails to the signer bounced, or were reported as spam. Correct the address of the signer first.',
      ],
    },
    uses: { tables: { documents: ['GetItem', 'PutItem'] }, masterSecret: true, emailLimits: true },
  }),
  changeSending: patch('/documents/{id}/sending', 'client', SendingChange, Document, {
    summary: 'Change the expiry and the reminders of a sent document',
    description: 'Links of the signers stay as they are, and open the document until the new time.',
    problems: {
      ...missing,
      not_open: [409, 'The document is a draft, or it is completed, declined, voided or expired.'],
      trail_full: [409, 'The audit trail of the document is full (5,200 entries).'],
      expiry_out_of_range: [422, '`expiresAt` is in the past, or more than 365 days from now.'],
    },
    uses: { tables: { documents: ['GetItem', 'PutItem'] } },
  }),
  voidDocument: post('/documents/{id}/void', 'client', Voiding, Document, {
    summary: 'Void a document',
    status: 200,
    idempotency: 'optional',
    problems: {
      ...missing,
      document_closed: [409, 'The document is already completed, declined, voided or expired.'],
    },
    uses: { tables: { documents: ['GetItem', 'PutItem'] } },
  }),
});
