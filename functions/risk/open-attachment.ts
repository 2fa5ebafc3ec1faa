import { tooLarge } from '@assay/foundation';
import { readOnlyEndpoint } from '#shared/endpoint.ts';
import { ATTACHMENT_BYTES } from '#shared/risk/limits.ts';
import { attachmentUploadUrl } from '#shared/risk/repository/attachments.ts';
import { readSubject } from '#shared/risk/repository/subjects.ts';
import { noteRoutes } from '#shared/risk/routes/notes.ts';

/** The file is uploaded directly to the bucket, and checked when a note names it. */
export const handler = readOnlyEndpoint(noteRoutes.openAttachment, async (context, { params, body }) => {
  const { id } = await readSubject(context, params.id);
  if (body.sizeBytes > ATTACHMENT_BYTES)
    throw tooLarge('file_too_large', `An attachment may have at most ${ATTACHMENT_BYTES} bytes.`);
  const uploadId = context.newId();
  return { uploadId, ...(await attachmentUploadUrl(context.caller, id, uploadId, body)) };
});
