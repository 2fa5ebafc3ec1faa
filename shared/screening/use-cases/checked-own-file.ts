import { readCurrentSettings } from '#shared/organization/settings/index.ts';
import type { Context } from '#shared/platform/context.ts';
import { BATCH_HEAD_BYTES } from '../limits.ts';
import type { OwnColumn } from '../lists/own-columns.ts';
import { ownLayoutOf } from '../lists/read-own-list.ts';
import { headOfUpload, type Upload } from '../repository/uploads.ts';

/**
 * How the worker reads the file of an own list. Its beginning is read at once, so that a wrong heading is refused now. While
 * changes of lists take two people, every file waits for the second one.
 */
export async function checkedOwnFile(
  { store, caller }: Context,
  upload: Upload,
  columns: Readonly<Record<string, OwnColumn>> | undefined,
): Promise<{ columns?: Readonly<Record<string, OwnColumn>>; needsApproval: boolean }> {
  const head = await headOfUpload(upload, BATCH_HEAD_BYTES);
  ownLayoutOf(head, { fileName: upload.fileName, isWhole: head.length < BATCH_HEAD_BYTES, columns });
  const { fourEyes } = await readCurrentSettings(store, caller.organizationId);
  return { ...(columns && { columns }), needsApproval: fourEyes.lists };
}
