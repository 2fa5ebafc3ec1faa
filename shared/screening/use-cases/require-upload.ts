import { conflict } from '@assay/foundation';
import type { Store } from '#shared/platform/store/store.ts';
import type { ListId } from '../lists/list-id.ts';
import { findUpload, type Upload, uploadedBytes } from '../repository/uploads.ts';

/** The upload that a refresh names; requires that its file exists. */
export async function requireUpload(
  store: Store,
  key: ListId,
  { uploadId, fileName }: Pick<Upload, 'uploadId' | 'fileName'>,
): Promise<Upload> {
  const upload = await findUpload(store, key, uploadId);
  const bytes = upload?.fileName === fileName ? await uploadedBytes(upload) : undefined;
  if (!upload || bytes === undefined)
    throw conflict(
      'upload_missing',
      'No file has been uploaded for this `uploadId` and `fileName`. Request an upload URL with ' +
        '`PUT /screening/sources/{key}/file`, upload the file to it, then refresh.',
    );
  if (bytes === 0)
    throw conflict('upload_empty', 'The uploaded file is empty. Request a new upload URL and upload the file again.');
  return upload;
}
