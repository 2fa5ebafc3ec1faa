import { readOnlyEndpoint } from '#shared/endpoint.ts';
import { BATCH_FILE_BYTES } from '#shared/screening/limits.ts';
import { batchUploadUrl } from '#shared/screening/repository/batch-objects.ts';
import { batchRoutes } from '#shared/screening/routes/batches.ts';
import { fileTooLarge } from '#shared/screening/uploaded/file-too-large.ts';

/** The file is uploaded directly to the bucket, because it exceeds the request size of a function. */
export const handler = readOnlyEndpoint(
  batchRoutes.createBatchUpload,
  async ({ caller, newId }, { body: { sizeBytes } }) => {
    if (sizeBytes > BATCH_FILE_BYTES) throw fileTooLarge();
    const uploadId = newId();
    return { uploadId, ...(await batchUploadUrl(caller, uploadId, sizeBytes)) };
  },
);
