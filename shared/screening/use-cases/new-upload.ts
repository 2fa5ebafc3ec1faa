import { refused, tooLarge } from '@assay/foundation';
import { principalOf } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import { acceptsFile, uploadLimitOf, uploadsOf } from '../lists/list.ts';
import { keyOfList, type ListId } from '../lists/list-id.ts';
import { createUpload, type Upload, uploadUrlFor } from '../repository/uploads.ts';
import { operatorMark } from './list-operators.ts';

/** An upload URL for a file of a list, and the write that stores who requested it. */
export async function newUpload(
  { caller, now, newId }: Context,
  id: ListId,
  { fileName, sizeBytes }: Pick<Upload, 'fileName' | 'sizeBytes'>,
) {
  if (!acceptsFile(id, fileName)) throw unexpectedFile(id, fileName);
  if (sizeBytes > uploadLimitOf(id))
    throw tooLarge('file_too_large', `Files of this list have at most ${uploadLimitOf(id)} bytes.`);
  const upload: Upload = {
    key: id,
    uploadId: newId(),
    fileName,
    sizeBytes,
    uploadedBy: principalOf(caller),
    uploadedIn: operatorMark(caller.organizationId),
  };
  const result = { uploadId: upload.uploadId, fileName, ...(await uploadUrlFor(upload)) };
  return { upload, write: createUpload(upload, now), result };
}

function unexpectedFile(id: ListId, fileName: string) {
  const accepted = uploadsOf(id).map(({ nameEndsWith, example }) => `\`${nameEndsWith}\` (\`${example}\`)`);
  const message = `\`${fileName}\` is not a file with the whole list \`${keyOfList(id)}\`. Its name must end with ${accepted.join(', ')}.`;
  return refused('unexpected_file', message, [{ path: 'fileName', message }]);
}
