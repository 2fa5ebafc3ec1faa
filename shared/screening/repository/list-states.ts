import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import { rowsOf } from '#shared/platform/store/erasure.ts';
import type { Item, Key, Store, Write } from '#shared/platform/store/store.ts';
import { JOINT, JointState, type ListsToSearch, NOT_JOINED } from '../lists/joint-index.ts';
import { LIST_KEYS, type ListKey } from '../lists/list.ts';
import { isOwn, keyOfList, type ListId, type OwnListId, ownListId, scopeOfList } from '../lists/list-id.ts';
import { ListState, untouched } from '../lists/list-state.ts';

/** The own lists of an organization and mode. */
export const ownListsPartition = (scope: Scope) => `${scopeKey(scope)}#own-lists`;

/** The lists of the catalogue are shared by all organizations, so their rows are the only ones without a scope. */
export const listKeyOf = (id: ListId | typeof JOINT): Key =>
  id !== JOINT && isOwn(id) ? { pk: ownListsPartition(scopeOfList(id)), sk: keyOfList(id) } : { pk: 'lists', sk: id };

type ListStates<Id extends ListId = ListId> = Map<Id, ListState>;

const statesIn = <Id extends ListId>(keys: readonly Id[], rows: readonly (Item | undefined)[]): ListStates<Id> =>
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

const readRows = (store: Store, ids: readonly (ListId | typeof JOINT)[], age: { maxAgeMs?: number } = {}) =>
  store.getMany(ids.map((id) => ({ table: 'screening', key: listKeyOf(id), ...age })));

/** Of the lists of the catalogue. */
export const readListStates = async (
  store: Store,
  keys: readonly ListKey[] = LIST_KEYS,
): Promise<ListStates<ListKey>> => statesIn(keys, await readRows(store, keys));

/** Own lists begin with a letter; the row of their keys does not. */
const FIRST_KEY = 'a';

/** The own lists of an organization and mode, in the order of their keys. */
export async function readOwnListStates(store: Store, scope: Scope): Promise<ListStates<OwnListId>> {
  const states: ListStates<OwnListId> = new Map();
  for await (const rows of rowsOf(store, 'screening', ownListsPartition(scope), { from: FIRST_KEY }))
    for (const { sk, state } of rows) states.set(ownListId(scope, sk), ListState.parse(state));
  return states;
}

/** Which of these own lists exist. */
export async function existingOwnLists(store: Store, ids: readonly OwnListId[]): Promise<Set<ListId>> {
  const rows = ids.length > 0 ? await readRows(store, ids, { maxAgeMs: SEARCH_MAX_AGE_MS }) : [];
  return new Set(ids.filter((_, index) => rows[index] !== undefined));
}

/** Reads the joint index in the same round trip. */
export const readListsToSearch = (store: Store) => listsToSearch(store, LIST_KEYS);

/** For screening runs: an approval or rollback in another process is visible within a second. */
export const readRecentListsToSearch = (store: Store, keys: readonly ListId[]) =>
  listsToSearch(store, keys, { maxAgeMs: SEARCH_MAX_AGE_MS });

async function listsToSearch<Id extends ListId>(
  store: Store,
  keys: readonly Id[],
  age: { maxAgeMs?: number } = {},
): Promise<ListsToSearch<Id>> {
  const [row, ...rows] = await readRows(store, [JOINT, ...keys], age);
  const joint = row ? JointState.parse(row.state) : NOT_JOINED;
  return { states: statesIn(keys, rows), joint };
}

export async function readListState(store: Store, id: ListId): Promise<ListState> {
  const states = statesIn([id], await readRows(store, [id]));
  return states.get(id) ?? untouched(id);
}

/** Conditional on the revision, so that a concurrent change is not overwritten. */
export const replaceListState = (id: ListId, before: ListState, after: ListState): Write =>
  replaceState(listKeyOf(id), before, after);

/**
 * Revisions begin with the time, so that a worker that has read a deleted list of the same key cannot write to the one that
 * replaced it.
 */
export function createOwnListState(id: OwnListId, state: ListState, now: Date): Write {
  const revision = now.getTime();
  return { table: 'screening', put: { ...listKeyOf(id), revision, state: { ...state, revision } }, when: 'absent' };
}

export const replaceJointState = (before: JointState, after: JointState): Write =>
  replaceState(listKeyOf(JOINT), before, after);

function replaceState(key: Key, before: { revision: number }, after: object): Write {
  const revision = before.revision + 1;
  return {
    table: 'screening',
    put: { ...key, revision, state: { ...after, revision } },
    when: before.revision === 0 ? 'absent' : { revision: before.revision },
  };
}
