import { notFound } from '@assay/foundation';
import {
  getBlob,
  listBlobs,
  presignedGet,
  presignedUpload,
  putBlob,
  removeBlob,
  sizeOfBlob,
} from '#shared/platform/blobs.ts';
import type { Scope } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import { dispositionOf, safeFileName } from '#shared/platform/http/content-disposition.ts';
import { findOwnRow, keyIn } from '#shared/platform/store/collection.ts';
import type { Store, Write } from '#shared/platform/store/store.ts';
import { AttachmentRecord, type AttachmentType } from '../attachment.ts';
import { ATTACHMENT_BYTES } from '../limits.ts';
import { recordsOf } from './collections.ts';

/** The name in keys. It is no resource of the lists of records: an attachment is found through its note. */
export const ATTACHMENTS = 'attachments';

const prefixOf = (folder: string, { organizationId, mode }: Scope) => `${folder}/${organizationId}/${mode}/`;

/** Uploads that no note names are deleted by a lifecycle rule of the bucket. */
const uploadKey = (scope: Scope, subjectId: string, uploadId: string) =>
  `${prefixOf('uploads', scope)}attachments/${subjectId}/${uploadId}`;

const fileKey = (scope: Scope, subjectId: string, id: string) => `${prefixOf(ATTACHMENTS, scope)}${subjectId}/${id}`;

export const attachmentUploadUrl = (
  scope: Scope,
  subjectId: string,
  uploadId: string,
  terms: { sizeBytes: number; contentType: AttachmentType },
) => presignedUpload('documents', uploadKey(scope, subjectId, uploadId), terms);

/** The uploaded file. One that is too large is not read. */
export async function findAttachmentUpload(
  scope: Scope,
  subjectId: string,
  uploadId: string,
): Promise<Buffer | 'too_large' | undefined> {
  const key = uploadKey(scope, subjectId, uploadId);
  const bytes = await sizeOfBlob('documents', key);
  if (bytes === undefined) return undefined;
  if (bytes > ATTACHMENT_BYTES) return 'too_large';
  // What is read is what is checked and stored: its URL may replace the upload at any moment.
  return getBlob('documents', key, { offset: 0, length: ATTACHMENT_BYTES + 1 });
}

/** Written before the row that names it; writing it again stores the same bytes. */
export const storeAttachment = (scope: Scope, subjectId: string, id: string, content: Uint8Array) =>
  putBlob('documents', fileKey(scope, subjectId, id), content);

export const createAttachment = (scope: Scope, attachment: AttachmentRecord): Write => ({
  table: 'risk',
  put: { ...keyIn(recordsOf(scope, ATTACHMENTS), attachment.id), ...attachment },
  when: 'absent',
});

export async function findAttachment(store: Store, scope: Scope, id: string): Promise<AttachmentRecord | undefined> {
  const row = await findOwnRow(store, recordsOf(scope, ATTACHMENTS), id);
  return row && AttachmentRecord.parse(row);
}

export async function readAttachment({ store, caller }: Context, id: string): Promise<AttachmentRecord> {
  const found = await findAttachment(store, caller, id);
  if (!found) throw notFound('attachment');
  return found;
}

/** S3 answers with a type that no browser shows, whatever the file says it is. */
export const attachmentUrl = (scope: Scope, { id, data }: AttachmentRecord) =>
  presignedGet(
    'documents',
    fileKey(scope, data.subjectId, id),
    dispositionOf('attachment', safeFileName(data.name) || 'attachment'),
    'application/octet-stream',
  );

/** All attachments of an organization and mode, including those without a row. */
export async function* removeAttachmentsOf(scope: Scope): AsyncGenerator<void> {
  for (;;) {
    const keys = await listBlobs('documents', prefixOf(ATTACHMENTS, scope));
    if (keys.length === 0) return;
    for (const key of keys) await removeBlob('documents', key);
    yield;
  }
}
