import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import { notFound } from '#shared/platform/problem.ts';
import {
  type Collection,
  findOwnRow,
  keyIn,
  type Listing,
  listCollection,
  listPointers,
  oneRecord,
} from '#shared/platform/store/collection.ts';
import type { Page } from '#shared/platform/store/paging.ts';
import { searchCollection } from '#shared/platform/store/search.ts';
import type { Item, Write } from '#shared/platform/store/store.ts';
import { RiskRecord } from '../record.ts';
import type { Resource } from '../resource.ts';

type StoredResource = Exclude<Resource, 'events'>;

export const recordsOf = (scope: Scope, resource: Resource): Collection => ({
  table: 'risk',
  name: `${scopeKey(scope)}#${resource}`,
});

/** Records of a kind that belong to one other record, such as the evidence of a subject. */
export const recordsAbout = (scope: Scope, resource: Resource, ownerId: string): Listing => ({
  table: 'risk',
  name: `${scopeKey(scope)}#${resource}-about#${ownerId}`,
  home: recordsOf(scope, resource),
});

/** A new record. `searchable` is the text its list can be searched by. */
export const createRecord = (
  { caller }: Context,
  record: RiskRecord,
  { searchable }: { searchable?: string } = {},
): Write => ({
  table: 'risk',
  put: {
    ...keyIn(recordsOf(caller, record.resource), record.id),
    ...record,
    searchable: searchable?.toLowerCase(),
  },
  when: 'absent',
});

export async function readRecord(
  { store, caller }: Context,
  resource: StoredResource,
  id: string,
): Promise<RiskRecord> {
  const row = await findOwnRow(store, recordsOf(caller, resource), id);
  if (!row) throw notFound('record');
  return presentRecord(row);
}

export interface RecordFilter {
  offset: number;
  aboutId?: string | undefined;
  search?: string | undefined;
}

export function listRecords(
  { store, caller }: Context,
  resource: StoredResource,
  { offset, aboutId, search }: RecordFilter,
): Promise<Page<RiskRecord>> {
  const expand = oneRecord(presentRecord);
  if (aboutId)
    return listPointers(store, recordsAbout(caller, resource, aboutId), { offset, expand });
  const collection = recordsOf(caller, resource);
  if (search) return searchCollection(store, collection, { offset, expand, text: search });
  return listCollection(store, collection, { offset, expand });
}

const presentRecord = (row: Item) => RiskRecord.parse(row);
