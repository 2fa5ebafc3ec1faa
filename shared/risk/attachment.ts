import * as z from 'zod';
import { RecordId } from '#shared/platform/http/route.ts';
import { notBlank, recordOf, Timestamp, text } from '#shared/platform/http/shapes.ts';
import { ATTACHMENT_BYTES, ATTACHMENT_NAME_CHARACTERS } from './limits.ts';

/** A file of a note. It is checked by type, size and digest; no engine scans it for malware. */
const ATTACHMENT_TYPES = [
  'application/pdf',
  'image/png',
  'image/jpeg',
  'text/plain',
  'text/csv',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
] as const;
const AttachmentType = z.enum(ATTACHMENT_TYPES);
export type AttachmentType = z.infer<typeof AttachmentType>;

const Digest = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hexadecimal digits')
  .describe('SHA-256 of the file in lower-case hex.');

export const NewAttachmentUpload = z
  .strictObject({
    contentType: AttachmentType,
    sizeBytes: z
      .int()
      .min(1)
      .max(Number.MAX_SAFE_INTEGER)
      .describe('The exact size of the file. S3 refuses a body of any other size.'),
  })
  .meta({ id: 'NewAttachmentUpload', examples: [{ contentType: 'application/pdf', sizeBytes: 48_211 }] });

export const AttachmentUpload = z
  .object({
    uploadId: z.uuid(),
    url: z.string().describe('Accepts one `PUT` of the file until `expiresAt`.'),
    headers: z
      .record(z.string(), z.string())
      .describe('Headers to send with the `PUT`, exactly as they are: they are part of the signature.'),
    expiresAt: Timestamp,
  })
  .meta({ id: 'AttachmentUpload' });

/** What a note says about a file that was uploaded for it. */
export const UploadedAttachment = z.strictObject({
  uploadId: RecordId.describe('Of an upload for the same subject. It becomes the id of the attachment.'),
  name: notBlank(text(ATTACHMENT_NAME_CHARACTERS)).describe('File name, for people and for the download.'),
  contentType: AttachmentType,
  sha256: Digest,
});
export type UploadedAttachment = z.infer<typeof UploadedAttachment>;

/** A file as its note names it. */
export const AttachedFile = z.object({
  id: z.uuid(),
  name: z.string(),
  contentType: z.string(),
  sizeBytes: z.int(),
  sha256: z.string().describe('SHA-256 of the file in lower-case hex.'),
});
export type AttachedFile = z.infer<typeof AttachedFile>;

/** What is stored of an attachment. */
export const AttachmentRecord = recordOf(
  'attachments',
  AttachedFile.omit({ id: true }).extend({ subjectId: z.uuid(), noteId: z.uuid(), createdAt: Timestamp }),
);
export type AttachmentRecord = z.infer<typeof AttachmentRecord>;

export const AttachmentDownload = recordOf(
  'attachments',
  AttachedFile.omit({ id: true }).extend({
    subjectId: z.uuid(),
    noteId: z.uuid(),
    createdAt: Timestamp,
    url: z.string().describe('Downloads the file for 15 minutes, always as a file and never shown by the browser.'),
  }),
).meta({
  id: 'AttachmentDownload',
  examples: [
    {
      id: '019ced2c-8100-7000-8000-5d3c2b1a0f00',
      resource: 'attachments',
      data: {
        name: 'Statement.pdf',
        contentType: 'application/pdf',
        sizeBytes: 48_211,
        sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        subjectId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
        noteId: '019ced2c-8000-7000-8000-5d3c2b1a0f00',
        createdAt: '2026-03-14T09:26:53.589Z',
        url: 'https://files.example.com/attachments/019ced2c?X-Amz-Signature=5d3f8a',
      },
    },
  ],
});

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];
const ZIP = [0x50, 0x4b, 0x03, 0x04];

const startsWith = (content: Uint8Array, bytes: readonly number[]) =>
  bytes.every((byte, index) => content[index] === byte);
const has = (content: Uint8Array, word: string) =>
  Buffer.from(content.buffer, content.byteOffset, content.byteLength).includes(word);

/** UTF-8 without control characters but tabs and line breaks. */
function isText(content: Uint8Array): boolean {
  if (content.some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content);
    return true;
  } catch {
    return false;
  }
}

const CHECKS: Readonly<Record<AttachmentType, (content: Uint8Array) => boolean>> = {
  'application/pdf': (content) => startsWith(content, [...Buffer.from('%PDF-')]),
  'image/png': (content) => startsWith(content, PNG),
  'image/jpeg': (content) => startsWith(content, JPEG),
  'text/plain': isText,
  'text/csv': isText,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': (content) =>
    startsWith(content, ZIP) && has(content, '[Content_Types].xml') && has(content, 'word/document.xml'),
};

/** Why a file cannot be attached: its content is not of its type, or not what the caller has. */
export function attachmentFault(
  content: Uint8Array,
  digest: string,
  { contentType, sha256 }: Pick<UploadedAttachment, 'contentType' | 'sha256'>,
): { member: 'uploadId' | 'contentType' | 'sha256'; message: string } | undefined {
  if (content.length > ATTACHMENT_BYTES)
    return { member: 'uploadId', message: `The file has more than ${ATTACHMENT_BYTES} bytes.` };
  if (digest !== sha256) return { member: 'sha256', message: 'The uploaded file has another SHA-256.' };
  if (!CHECKS[contentType](content))
    return { member: 'contentType', message: `The content of the file is not ${contentType}.` };
  return undefined;
}
