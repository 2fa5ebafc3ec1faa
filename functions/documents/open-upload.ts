import { uploadAddress } from '#shared/documents/repository/files.ts';
import { documentRoutes } from '#shared/documents/routes/documents.ts';
import { questionEndpoint } from '#shared/endpoint.ts';
import { PRESIGNED_SECONDS } from '#shared/platform/blobs.ts';
import { addSeconds } from '#shared/platform/clock.ts';

/** The file goes straight to the bucket: it may be larger than a function can be sent. */
export const handler = questionEndpoint(documentRoutes.openUpload, async ({ caller, newId }) => {
  const uploadId = newId();
  const url = await uploadAddress(caller, uploadId);
  const expiresAt = addSeconds(new Date(), PRESIGNED_SECONDS).toISOString();
  return { uploadId, url, expiresAt };
});
