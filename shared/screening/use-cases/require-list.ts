import { notFound } from '@assay/foundation';
import type { Scope } from '#shared/platform/caller.ts';
import type { Store } from '#shared/platform/store/store.ts';
import { isOwn, type ListId, listIdOf } from '../lists/list-id.ts';
import type { ListState } from '../lists/list-state.ts';
import { readListState } from '../repository/list-states.ts';

/** The list that a caller names. An own list of another organization or mode is not found, as one that does not exist. */
export async function requireList(
  { store, caller }: { store: Store; caller: Scope },
  text: string,
): Promise<{ id: ListId; state: ListState }> {
  const id = listIdOf(caller, text);
  if (!id) throw notFound('list');
  const state = await readListState(store, id);
  if (isOwn(id) && !state.own) throw notFound('list');
  return { id, state };
}
