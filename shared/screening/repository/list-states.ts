import type { Key, Store, Write } from '#shared/platform/store/store.ts';
import { LIST_KEYS, type ListKey } from '../lists/list.ts';
import { ListState, untouched } from '../lists/list-state.ts';

/** Lists are the same for every organization, so theirs are the only rows without a scope. */
const keyOf = (key: ListKey): Key => ({ pk: 'lists', sk: key });

export async function readListStates(
  store: Store,
  keys: readonly ListKey[] = LIST_KEYS,
): Promise<Map<ListKey, ListState>> {
  const rows = await store.getMany(keys.map((key) => ({ table: 'screening', key: keyOf(key) })));
  return new Map(
    keys.map((key, index) => {
      const row = rows[index];
      return [key, row ? ListState.parse(row.state) : untouched(key)];
    }),
  );
}

export async function readListState(store: Store, key: ListKey): Promise<ListState> {
  const states = await readListStates(store, [key]);
  return states.get(key) ?? untouched(key);
}

/** Provided nobody has changed it in the meantime. */
export const replaceListState = (key: ListKey, before: ListState, after: ListState): Write => {
  const revision = before.revision + 1;
  return {
    table: 'screening',
    put: { ...keyOf(key), revision, state: { ...after, revision } },
    when: before.revision === 0 ? 'absent' : { revision: before.revision },
  };
};
