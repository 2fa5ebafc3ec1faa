import { notFound } from '@assay/foundation';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import { type Collection, findOwnRow, keyIn, listCollection, oneRecord } from '#shared/platform/store/collection.ts';
import { pack, unpack } from '#shared/platform/store/packed.ts';
import { shardPlanOf } from '#shared/platform/store/shard-plans.ts';
import type { Item, Store, Write } from '#shared/platform/store/store.ts';
import { StoredAssurance } from '../assurance/assurance.ts';

/** Tests of effectiveness of an organization and mode, with their results. */
export const assurancesOf = (scope: Scope): Collection => ({
  table: 'screening',
  name: `${scopeKey(scope)}#screening-assurance`,
  shards: shardPlanOf('records'),
});

const rowOf = (scope: Scope, one: StoredAssurance) => {
  const [packed] = pack(one);
  return { ...keyIn(assurancesOf(scope), one.id), id: one.id, packed };
};

export const storeAssurance = (scope: Scope, one: StoredAssurance): Write => ({
  table: 'screening',
  put: rowOf(scope, one),
  when: 'absent',
});

/** When its job has ended. */
export const replaceAssurance = (scope: Scope, one: StoredAssurance): Write => ({
  table: 'screening',
  put: rowOf(scope, one),
  when: { id: one.id },
});

const assuranceIn = ({ packed }: Item) => StoredAssurance.parse(unpack([packed as Uint8Array]));

export async function findAssurance(store: Store, scope: Scope, id: string): Promise<StoredAssurance | undefined> {
  const row = await findOwnRow(store, assurancesOf(scope), id);
  return row && assuranceIn(row);
}

export async function readAssurance(store: Store, scope: Scope, id: string): Promise<StoredAssurance> {
  const found = await findAssurance(store, scope, id);
  if (!found) throw notFound('assurance');
  return found;
}

/** A result has some 30 KB. */
const PAGE_RESULTS = 25;

export const listAssurances = (store: Store, scope: Scope, offset: number, limit = PAGE_RESULTS) =>
  listCollection(store, assurancesOf(scope), {
    offset,
    order: 'newest',
    limit,
    expand: oneRecord(assuranceIn),
  });
