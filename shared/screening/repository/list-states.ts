import type { Item, Key, Store, Write } from '#shared/platform/store/store.ts';
import { JOINT, JointState, type ListsToSearch, NOT_JOINED } from '../lists/joint-index.ts';
import { LIST_KEYS, type ListKey } from '../lists/list.ts';
import { ListState, untouched } from '../lists/list-state.ts';

/** Lists are shared by all organizations, so their rows are the only ones without a scope. */
const keyOf = (key: ListKey | typeof JOINT): Key => ({ pk: 'lists', sk: key });

type ListStates = Map<ListKey, ListState>;

const statesIn = (keys: readonly ListKey[], rows: readonly (Item | undefined)[]): ListStates =>
  new Map(
    keys.map((key, index) => {
      const row = rows[index];
      return [key, row ? ListState.parse(row.state) : untouched(key)];
    }),
  );

/**
 * All screening runs read the same partition, and DynamoDB limits a partition to 3,000 reads per
 * second, so states are cached for a second.
 */
const SEARCH_MAX_AGE_MS = 1_000;

const readRows = (store: Store, keys: readonly (ListKey | typeof JOINT)[], age: { maxAgeMs?: number } = {}) =>
  store.getMany(keys.map((key) => ({ table: 'screening', key: keyOf(key), ...age })));

export const readListStates = async (store: Store, keys: readonly ListKey[] = LIST_KEYS): Promise<ListStates> =>
  statesIn(keys, await readRows(store, keys));

/** Reads the joint index in the same round trip. */
export const readListsToSearch = (store: Store, keys: readonly ListKey[] = LIST_KEYS) => listsToSearch(store, keys);

/** For screening runs: an approval or rollback in another process is visible within a second. */
export const readRecentListsToSearch = (store: Store, keys: readonly ListKey[]) =>
  listsToSearch(store, keys, { maxAgeMs: SEARCH_MAX_AGE_MS });

async function listsToSearch(
  store: Store,
  keys: readonly ListKey[],
  age: { maxAgeMs?: number } = {},
): Promise<ListsToSearch> {
  const [row, ...rows] = await readRows(store, [JOINT, ...keys], age);
  const joint = row ? JointState.parse(row.state) : NOT_JOINED;
  return { states: statesIn(keys, rows), joint };
}

export async function readListState(store: Store, key: ListKey): Promise<ListState> {
  const states = await readListStates(store, [key]);
  return states.get(key) ?? untouched(key);
}

/** Conditional on the revision, so that a concurrent change is not overwritten. */
export const replaceListState = (key: ListKey, before: ListState, after: ListState): Write =>
  replaceState(keyOf(key), before, after);

export const replaceJointState = (before: JointState, after: JointState): Write =>
  replaceState(keyOf(JOINT), before, after);

function replaceState(key: Key, before: { revision: number }, after: object): Write {
  const revision = before.revision + 1;
  return {
    table: 'screening',
    put: { ...key, revision, state: { ...after, revision } },
    when: before.revision === 0 ? 'absent' : { revision: before.revision },
  };
}
