import { TERM_BUILDER_VERSION } from '@assay/names';
import * as z from 'zod';
import type { Scope } from '#shared/platform/caller.ts';
import { rowsOf } from '#shared/platform/store/erasure.ts';
import type { Key, Store, Write } from '#shared/platform/store/store.ts';
import { keyOfList, ListId, type OwnListId, ownListId, scopeOfList } from '../lists/list-id.ts';
import { listProposalsKey } from './list-proposals.ts';
import { listKeyOf, ownListsPartition } from './list-states.ts';

/** The keys of the own lists of an organization and mode in one row, so that there are never too many. */
const keysRow = (scope: Scope): Key => ({ pk: ownListsPartition(scope), sk: '#keys' });

const Keys = z.object({ keys: z.array(z.string()), revision: z.int() });
type Keys = z.infer<typeof Keys>;

export async function readOwnKeys(store: Store, scope: Scope): Promise<Keys> {
  const [row] = await store.getMany([{ table: 'screening', key: keysRow(scope) }]);
  return row ? Keys.parse(row) : { keys: [], revision: 0 };
}

const replaceKeys = (scope: Scope, { revision }: Keys, keys: readonly string[]): Write => ({
  table: 'screening',
  put: { ...keysRow(scope), keys: [...keys], revision: revision + 1 },
  when: revision === 0 ? 'absent' : { revision },
});

/** All own lists of the installation, with the term builder of their index: the schedule reads nothing else of them. */
const REGISTER = 'own-lists';

export const registerKey = (id: OwnListId): Key => ({ pk: REGISTER, sk: id });

export const registerOwnList = (id: OwnListId, builtWith: number = TERM_BUILDER_VERSION): Write => ({
  table: 'screening',
  put: { ...registerKey(id), builtWith },
});

export async function outdatedOwnLists(store: Store): Promise<ListId[]> {
  const outdated: ListId[] = [];
  for await (const rows of rowsOf(store, 'screening', REGISTER))
    for (const { sk, builtWith } of rows) if (builtWith !== TERM_BUILDER_VERSION) outdated.push(ListId.parse(sk));
  return outdated;
}

export const addOwnKey = (id: OwnListId, known: Keys): Write[] => [
  replaceKeys(scopeOfList(id), known, [...known.keys, keyOfList(id)]),
  registerOwnList(id),
];

/** Versions of deleted lists, which the schedule removes: a batch may still be screened against one. */
const REMOVALS = 'own-list-removals';

const Removal = z.object({ sk: z.string(), list: ListId, versionIds: z.array(z.string()) });
export type Removal = z.infer<typeof Removal>;

export async function ownListRemovals(store: Store, limit: number): Promise<Removal[]> {
  const { items } = await store.query('screening', { pk: REMOVALS, limit });
  return items.map((row) => Removal.parse(row));
}

export const endRemoval = ({ sk }: Removal): Write => ({ table: 'screening', remove: { pk: REMOVALS, sk } });

/** Those of an organization and mode, whose indexes are erased with them. */
export async function* removalKeysOf(store: Store, scope: Scope): AsyncGenerator<Key[]> {
  const range = { from: ownListId(scope, ''), upTo: ownListId(scope, '~') };
  for await (const rows of rowsOf(store, 'screening', REMOVALS, range)) yield rows.map(({ pk, sk }) => ({ pk, sk }));
}

interface Deleted {
  known: Keys;
  revision: number;
  versionIds: readonly string[];
  removalId: string;
}

export const removeOwnList = (id: OwnListId, { known, revision, versionIds, removalId }: Deleted): Write[] => [
  { table: 'screening', remove: listKeyOf(id), when: { revision } },
  { table: 'screening', remove: listProposalsKey(id) },
  { table: 'screening', remove: registerKey(id) },
  replaceKeys(
    scopeOfList(id),
    known,
    known.keys.filter((key) => key !== keyOfList(id)),
  ),
  { table: 'screening', put: { pk: REMOVALS, sk: `${id}#${removalId}`, list: id, versionIds: [...versionIds] } },
];
