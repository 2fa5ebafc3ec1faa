import { endpoint } from '#shared/endpoint.ts';
import { listRoutes } from '#shared/screening/routes/lists.ts';
import { listChange } from '#shared/screening/use-cases/list-change.ts';
import { requireOperatorOf } from '#shared/screening/use-cases/list-operators.ts';
import { newUpload } from '#shared/screening/use-cases/new-upload.ts';
import { requireList } from '#shared/screening/use-cases/require-list.ts';

/** The file is uploaded directly to S3, because it may exceed the payload limit of Lambda. */
export const handler = endpoint(listRoutes.uploadScreeningFile, async (context, { params, body }) => {
  requireOperatorOf(context.caller, params.key);
  const { id } = await requireList(context, params.key);
  const { upload, write, result } = await newUpload(context, id, body);
  return { ...listChange(context, { type: 'screening.list.upload_requested', list: id, upload }, [write]), result };
});
