import { questionEndpoint } from '#shared/endpoint.ts';
import { PRESIGNED_SECONDS } from '#shared/platform/blobs.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import { addressFor } from '#shared/screening/repository/uploads.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { requireListKey } from '#shared/screening/use-cases/require-list-key.ts';
import { requireListOperator } from '#shared/screening/use-cases/require-list-operator.ts';

/** The file goes straight to the bucket: it may be larger than a function can be sent. */
export const handler = questionEndpoint(
  screeningRoutes.uploadScreeningFile,
  async ({ newId, caller }, { params, body: { fileName } }) => {
    requireListOperator(caller);
    const key = requireListKey(params.key);
    const uploadId = newId();
    const url = await addressFor({ key, uploadId, fileName });
    const expiresAt = addSeconds(new Date(), PRESIGNED_SECONDS).toISOString();
    return { uploadId, fileName, url, expiresAt };
  },
);
