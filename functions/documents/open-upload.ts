import { tooLarge } from '@assay/foundation';
import { UPLOAD_BYTES } from '#shared/documents/limits.ts';
import { uploadUrlFor } from '#shared/documents/repository/files.ts';
import { documentRoutes } from '#shared/documents/routes/documents.ts';
import { readOnlyEndpoint } from '#shared/endpoint.ts';

/**
 * The file is uploaded directly to the bucket, because it may exceed the request size of a
 * function.
 */
export const handler = readOnlyEndpoint(
  documentRoutes.openUpload,
  async ({ caller, newId }, { body: { sizeBytes } }) => {
    if (sizeBytes > UPLOAD_BYTES) throw tooLarge('file_too_large', `A PDF may have at most ${UPLOAD_BYTES} bytes.`);
    const uploadId = newId();
    return { uploadId, ...(await uploadUrlFor(caller, uploadId, sizeBytes)) };
  },
);
