import { conflict, refused } from '@assay/foundation';
import { sha256Hex } from '@assay/foundation/canonical-json';
import type { Context } from '#shared/platform/context.ts';
import type { Write } from '#shared/platform/store/store.ts';
import { type AttachedFile, attachmentFault, type UploadedAttachment } from '../attachment.ts';
import {
  ATTACHMENTS,
  createAttachment,
  findAttachment,
  findAttachmentUpload,
  storeAttachment,
} from '../repository/attachments.ts';

interface Note {
  subjectId: string;
  noteId: string;
}

/**
 * Checks uploaded files and stores them as attachments of a note. All are checked before the first is stored. If the note
 * is not committed, the next attempt stores the same files again.
 */
export async function attachFiles(
  context: Context,
  { subjectId, noteId }: Note,
  uploads: readonly UploadedAttachment[],
): Promise<{ files: AttachedFile[]; writes: Write[] }> {
  const { store, caller, now } = context;
  const used = await Promise.all(uploads.map(({ uploadId }) => findAttachment(store, caller, uploadId)));
  if (used.some(Boolean)) throw conflict('attachment_used', 'A file is attached to a note already. Upload it again.');
  const checked = [];
  // One after the other: five files at once would need ten times the memory of one.
  for (const [index, upload] of uploads.entries()) checked.push(await checkedUpload(context, subjectId, upload, index));
  for (const { file, content } of checked) await storeAttachment(caller, subjectId, file.id, content);
  return {
    files: checked.map(({ file }) => file),
    writes: checked.map(({ file: { id, ...file } }) =>
      createAttachment(caller, {
        id,
        resource: ATTACHMENTS,
        data: { ...file, subjectId, noteId, createdAt: now.toISOString() },
      }),
    ),
  };
}

async function checkedUpload({ caller }: Context, subjectId: string, upload: UploadedAttachment, index: number) {
  const { uploadId: id, name, contentType, sha256 } = upload;
  const content = await findAttachmentUpload(caller, subjectId, id);
  const fault = faultOf(content, upload);
  if (fault || !(content instanceof Buffer))
    throw refused('attachment_invalid', 'A file cannot be attached. See `errors`.', [
      { path: `attachments.${index}.${fault?.member ?? 'uploadId'}`, message: fault?.message ?? '' },
    ]);
  const file: AttachedFile = { id, name, contentType, sizeBytes: content.length, sha256 };
  return { file, content };
}

function faultOf(content: Buffer | 'too_large' | undefined, upload: UploadedAttachment) {
  if (content === undefined)
    return { member: 'uploadId', message: 'No file has been uploaded for this subject and `uploadId`.' };
  if (content === 'too_large') return { member: 'uploadId', message: 'The file is larger than 10 MB.' };
  return attachmentFault(content, sha256Hex(content), upload);
}
