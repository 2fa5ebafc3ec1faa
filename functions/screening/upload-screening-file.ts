import { refused, tooLarge } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { principalOf } from '#shared/platform/caller.ts';
import { acceptsFile, type ListKey, lists, uploadLimitOf } from '#shared/screening/lists/list.ts';
import { createUpload, uploadUrlFor } from '#shared/screening/repository/uploads.ts';
import { listRoutes } from '#shared/screening/routes/lists.ts';
import { listChange } from '#shared/screening/use-cases/list-change.ts';
import { operatorMark, requireListOperator } from '#shared/screening/use-cases/list-operators.ts';
import { requireListKey } from '#shared/screening/use-cases/require-list-key.ts';

/** The file is uploaded directly to S3, because it may exceed the payload limit of Lambda. */
export const handler = endpoint(
  listRoutes.uploadScreeningFile,
  async (context, { params, body: { fileName, sizeBytes } }) => {
    requireListOperator(context.caller);
    const key = requireListKey(params.key);
    if (!acceptsFile(key, fileName)) throw unexpectedFile(key, fileName);
    if (sizeBytes > uploadLimitOf(key))
      throw tooLarge('file_too_large', `Files of this list have at most ${uploadLimitOf(key)} bytes.`);

    const uploadedBy = principalOf(context.caller);
    const uploadedIn = operatorMark(context.caller.organizationId);
    const upload = { key, uploadId: context.newId(), fileName, sizeBytes, uploadedBy, uploadedIn };
    const change = { type: 'screening.list.upload_requested', list: key, upload } as const;
    return {
      ...listChange(context, change, [createUpload(upload, context.now)]),
      result: { uploadId: upload.uploadId, fileName, ...(await uploadUrlFor(upload)) },
    };
  },
);

function unexpectedFile(key: ListKey, fileName: string) {
  const accepted = lists[key].uploads.map(({ nameEndsWith, example }) => `\`${nameEndsWith}\` (\`${example}\`)`);
  const message = `\`${fileName}\` is not a file with the whole list \`${key}\`. Its name must end with ${accepted.join(', ')}.`;
  return refused('unexpected_file', message, [{ path: 'fileName', message }]);
}
