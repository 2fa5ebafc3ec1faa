import { notFound } from '@assay/foundation';
import type { Context } from '#shared/platform/context.ts';
import {
  findRow,
  keyIn,
  listCollection,
  listPointers,
  oneRecord,
  type Paging,
} from '#shared/platform/store/collection.ts';
import { foldCase } from '#shared/platform/store/fold-case.ts';
import type { Page, PageRow } from '#shared/platform/store/paging.ts';
import { searchCollection } from '#shared/platform/store/search.ts';
import type { Item, Write } from '#shared/platform/store/store.ts';
import { type AnyRecord, PlainRecord } from '../record.ts';
import type { Resource } from '../resource.ts';
import { actionsIn } from './actions.ts';
import { assessmentRow } from './assessments.ts';
import { recordsAbout, recordsOf } from './collections.ts';
import { investigationIn } from './investigations.ts';
import { findIdsByName, nameOf } from './names.ts';
import { policyIn } from './policies.ts';
import { receiptsIn } from './receipts.ts';

export { recordsOf };

type StoredResource = Exclude<Resource, 'events'>;

/**
 * Creates a record that is stored as the API returns it. `searchable` is the text that list
 * searches match.
 */
export const createRecord = (
  { caller }: Context,
  record: PlainRecord,
  { searchable }: { searchable?: string } = {},
): Write => ({
  table: 'risk',
  put: {
    ...keyIn(recordsOf(caller, record.resource), record.id),
    ...record,
    searchable: searchable && foldCase(searchable),
  },
  when: 'absent',
});

/** Reads the records of a row of any kind, including packed and compressed rows. */
export const recordsIn =
  ({ store, caller }: Context) =>
  (row: Item): PageRow<AnyRecord>[] | Promise<PageRow<AnyRecord>[]> => {
    if (row.resource === 'evidence') return receiptsIn(row);
    if (row.resource === 'actions') return actionsIn(row);
    if (row.resource === 'assessments') return assessmentRow(store, caller)(row);
    if (row.resource === 'investigations') return oneRecord(investigationIn)(row);
    return recordIn(row);
  };

const recordIn = oneRecord((row): AnyRecord => (row.resource === 'policies' ? policyIn(row) : PlainRecord.parse(row)));

export async function readRecord(context: Context, resource: StoredResource, id: string): Promise<AnyRecord> {
  const row = await findRow(context.store, recordsOf(context.caller, resource), id);
  const records = row ? await recordsIn(context)(row) : [];
  const record = records.find(({ value }) => value.id === id);
  if (!record) throw notFound('record');
  return record.value;
}

export interface RecordFilter extends Paging {
  aboutId?: string | undefined;
  search?: string | undefined;
  /** Of subjects. */
  kind?: string | undefined;
}

/** Subjects that one page reads to find those of a kind. */
const FILTERED_SUBJECTS = 1_000;

export function listRecords(
  context: Context,
  resource: StoredResource,
  { offset, order, aboutId, search, kind }: RecordFilter,
): Promise<Page<AnyRecord>> {
  const { store, caller } = context;
  const expand = recordsIn(context);
  if (aboutId) {
    return listPointers(store, recordsAbout(caller, resource, aboutId), { offset, order, expand });
  }
  const collection = recordsOf(caller, resource);
  const ofKind = (row: Item) => recordIn(row).filter(({ value }) => isOfKind(value, kind));
  if (search) return searchCollection(store, collection, { offset, expand: ofKind, text: search });
  if (kind === undefined) return listCollection(store, collection, { offset, order, expand });
  return listCollection(store, collection, { offset, order, expand: ofKind, maxRows: FILTERED_SUBJECTS });
}

const isOfKind = (record: AnyRecord, kind: string | undefined) =>
  kind === undefined || (record.resource === 'subjects' && record.data.kind === kind);

/** Records with exactly this external id, at most one per kind. */
export async function listNamed(
  context: Context,
  resource: StoredResource,
  { offset, order, kinds, externalId }: Paging & { kinds: readonly string[]; externalId: string },
): Promise<Page<AnyRecord>> {
  const { store, caller } = context;
  const named = resource === 'contexts' ? 'contexts' : 'subjects';
  const names = kinds.map((kind) => nameOf(kind, externalId));
  const ids = [...(await findIdsByName(store, caller, named, names)).values()];
  const collection = recordsOf(caller, named);
  const rows = await store.getMany(ids.map((id) => ({ table: collection.table, key: keyIn(collection, id) })));
  const found = rows.flatMap((row) => (row ? recordIn(row) : []));
  const ascending = found.toSorted((one, other) => one.position - other.position);
  const items =
    order === 'newest'
      ? ascending.toReversed().filter(({ position }) => offset === 0 || position <= offset)
      : ascending.filter(({ position }) => position > offset);
  return { items: items.map(({ value }) => value), nextOffset: null };
}

/** Policy versions that one page reads to find those of a key, newest first. */
const FILTERED_POLICIES = 500;

/** Versions of a policy key, of a status, or both. */
export function listPolicies(
  { store, caller }: Pick<Context, 'store' | 'caller'>,
  { offset, order, key, status }: Paging & { key?: string | undefined; status?: string | undefined },
): Promise<Page<AnyRecord>> {
  const collection = recordsOf(caller, 'policies');
  const expand = (row: Item): PageRow<AnyRecord>[] =>
    oneRecord(policyIn)(row).filter(
      ({ value: { data } }) =>
        (key === undefined || data.key === key) && (status === undefined || data.status === status),
    );
  if (order === 'newest')
    return listCollection(store, collection, { offset, order, expand, maxRows: FILTERED_POLICIES });
  return key === undefined
    ? listCollection(store, collection, { offset, expand })
    : searchCollection(store, collection, { offset, expand, text: key });
}
