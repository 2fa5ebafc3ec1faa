import type { Scope } from '#shared/platform/caller.ts';
import type { Store } from '#shared/platform/store/store.ts';
import { isOwn, listIdOf } from '../lists/list-id.ts';
import { existingOwnLists } from '../repository/list-states.ts';
import { unknownLists } from '../unknown-lists.ts';

/** Keys that no list has which the organization can screen against: neither one of the catalogue nor an own one. */
export async function unknownKeysIn(
  { store, caller }: { store: Store; caller: Scope },
  sources: readonly string[],
): Promise<string[]> {
  const ids = new Map(sources.flatMap((key) => [[key, listIdOf(caller, key)] as const]));
  const own = [...ids.values()].filter((id) => id !== undefined).filter(isOwn);
  const existing = await existingOwnLists(store, own);
  return sources.filter((key) => {
    const id = ids.get(key);
    return id === undefined || (isOwn(id) && !existing.has(id));
  });
}

export async function requireKnownLists(
  context: { store: Store; caller: Scope },
  sources: readonly string[],
): Promise<void> {
  const unknown = await unknownKeysIn(context, sources);
  if (unknown.length > 0) throw unknownLists(sources, unknown);
}
