import { conflict } from '@assay/foundation';
import type { ListKind } from '@assay/watchlist';
import { principalOf } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import { OWN_LISTS } from '../limits.ts';
import { ownListId } from '../lists/list-id.ts';
import { untouched } from '../lists/list-state.ts';
import { createOwnListState, readListState, replaceListState } from '../repository/list-states.ts';
import { addOwnKey, readOwnKeys } from '../repository/own-lists.ts';
import { listChange } from './list-change.ts';
import { newUpload } from './new-upload.ts';

interface NewOwnList {
  name: string;
  listKind: ListKind;
  fileName: string;
  sizeBytes: number;
}

/** Creates an own list, or gives it another name, and answers an upload URL for its file. */
export async function saveOwnList(context: Context, key: string, { name, listKind, ...file }: NewOwnList) {
  const { store, caller, now, newId } = context;
  const id = ownListId(caller, key);
  const before = await readListState(store, id);
  if (before.own && before.own.listKind !== listKind)
    throw conflict(
      'list_kind_fixed',
      `The list \`${key}\` has the kind \`${before.own.listKind}\`. Create another list for another kind.`,
    );
  const { upload, write, result } = await newUpload(context, id, file);
  if (before.own) {
    if (before.own.name === name)
      return { ...listChange(context, { type: 'screening.list.upload_requested', list: id, upload }, [write]), result };
    const renamed = replaceListState(id, before, { ...before, own: { ...before.own, name } });
    const change = { type: 'screening.list.renamed', list: id, upload, name } as const;
    return { ...listChange(context, change, [renamed, write]), result };
  }
  const known = await readOwnKeys(store, caller);
  if (known.keys.length >= OWN_LISTS)
    throw conflict('too_many_lists', `There are ${OWN_LISTS} own lists. Delete one that is no longer used.`);
  const own = { id: newId(), name, listKind, createdAt: now.toISOString(), createdBy: principalOf(caller) };
  const created = createOwnListState(id, { ...untouched(id), own }, now);
  const change = { type: 'screening.list.created', list: id, upload, name } as const;
  return { ...listChange(context, change, [created, ...addOwnKey(id, known), write]), result };
}
