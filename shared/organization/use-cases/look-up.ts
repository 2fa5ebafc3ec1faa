import * as z from 'zod';
import { recordsOf as documentRecordsOf } from '#shared/documents/index.ts';
import { apiKeysOf } from '#shared/identity/index.ts';
import type { Scope } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import { memberOf, positionOf, rowIdOf } from '#shared/platform/ids.ts';
import { type Collection, keyIn, listCollection } from '#shared/platform/store/collection.ts';
import { foldCase } from '#shared/platform/store/fold-case.ts';
import { eventsIn, historyOf } from '#shared/platform/store/history.ts';
import type { Item, Read } from '#shared/platform/store/store.ts';
import { SubjectKind } from '#shared/risk/contract.ts';
import {
  latestVersionsPartition,
  listNamed,
  RESOURCES,
  recordsIn,
  recordsOf as riskRecordsOf,
} from '#shared/risk/index.ts';
import { lists, runsOf } from '#shared/screening/index.ts';
import { recordsOf as verificationRecordsOf } from '#shared/verification/index.ts';
import { subscriptionsOf } from '#shared/webhooks/index.ts';
import { type Found, LOOKUP_RESULTS } from '../lookup.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const EACH = 5;
/** Documents whose names are compared; older ones are found in the list of documents. */
const NEWEST_DOCUMENTS = 200;

/** By id with one batch over all kinds, else by the names that people know. */
export async function lookUp(context: Context, asked: string): Promise<Found[]> {
  const q = asked.trim();
  if (UUID.test(q)) return foundById(context, q.toLowerCase());
  const found = await Promise.all([subjectsNamed(context, q), policiesFrom(context, q), documentsNamed(context, q)]);
  return [...found.flat(), ...listsNamed(q)].slice(0, LOOKUP_RESULTS);
}

/** Resource -> collection, for all records that have an id and can be read. */
const collectionsOf = (scope: Scope): Record<string, Collection> => ({
  ...Object.fromEntries(
    RESOURCES.filter((resource) => resource !== 'events').map((resource) => [resource, riskRecordsOf(scope, resource)]),
  ),
  events: historyOf(scope),
  sessions: verificationRecordsOf(scope, 'sessions'),
  workflows: verificationRecordsOf(scope, 'workflows'),
  runs: runsOf(scope),
  documents: documentRecordsOf(scope, 'documents'),
  templates: documentRecordsOf(scope, 'templates'),
  webhooks: subscriptionsOf(scope),
  'api-keys': apiKeysOf(scope.organizationId),
});

async function foundById(context: Context, id: string): Promise<Found[]> {
  const { store, caller } = context;
  const collections = Object.entries(collectionsOf(caller));
  const rows = await store.getMany(
    collections.map(([, collection]) => ({ table: collection.table, key: keyIn(collection, id) })),
  );
  const found = collections.map(async ([resource, { table }], index) => {
    const row = rows[index];
    if (row?.id !== rowIdOf(id)) return [];
    const label = await labelIn(context, table, row, id);
    return label === undefined ? [] : [{ resource, id, label }];
  });
  return (await Promise.all(found)).flat();
}

async function labelIn(context: Context, table: Read['table'], row: Item, id: string) {
  if (table === 'risk') return riskLabel(context, row, id);
  if (table === 'journal') return eventsIn(row)[memberOf(id)]?.value.type;
  return plainLabel(row, id);
}

/** Rows of the risk module may pack several records. */
async function riskLabel(context: Context, row: Item, id: string): Promise<string | undefined> {
  const records = await recordsIn(context)(row);
  const record = records.find(({ value }) => value.id === id);
  return record && labelOf(record.value.data);
}

function plainLabel(row: Item, id: string): string | undefined {
  const isDeleted = row.isDeleted === true || row.status === 'deleted';
  return row.id === id && !isDeleted ? labelOf(row.data ?? row) : undefined;
}

const Labelled = z.object({
  externalId: z.string().optional(),
  kind: z.string().optional(),
  key: z.string().optional(),
  version: z.number().optional(),
  name: z.string().optional(),
  url: z.string().optional(),
  fact: z.string().optional(),
  policyKey: z.string().optional(),
  policy: z.object({ key: z.string() }).optional(),
  status: z.string().optional(),
});

/** Records are of many kinds; each has a property that a person recognises. */
function labelOf(data: unknown): string {
  const { success, data: known } = Labelled.safeParse(data);
  if (!success) return '';
  const { externalId, kind, key, version, name, url, fact, policyKey, policy, status } = known;
  if (externalId !== undefined) return kind ? `${externalId} (${kind})` : externalId;
  if (key !== undefined) return version === undefined ? key : `${key} v${version}`;
  return name ?? url ?? fact ?? policyKey ?? policy?.key ?? status ?? '';
}

async function subjectsNamed(context: Context, externalId: string): Promise<Found[]> {
  const wanted = { offset: 0, kinds: SubjectKind.options, externalId };
  const { items } = await listNamed(context, 'subjects', wanted);
  return items.map(({ id, data }) => ({
    resource: 'subjects',
    id,
    label: labelOf(data),
  }));
}

/** Policies are opened by key, so the key is their id here. */
async function policiesFrom({ store, caller }: Context, q: string): Promise<Found[]> {
  const from = foldCase(q);
  const pk = latestVersionsPartition(caller);
  const { items } = await store.query('risk', { pk, from, upTo: `${from}\uffff`, limit: EACH });
  return items.map(({ sk, version }) => ({
    resource: 'policies',
    id: sk,
    label: `${sk} v${Number(version)}`,
  }));
}

async function documentsNamed({ store, caller }: Context, q: string): Promise<Found[]> {
  const sought = foldCase(q);
  const { items } = await listCollection(store, documentRecordsOf(caller, 'documents'), {
    offset: 0,
    order: 'newest',
    limit: EACH,
    maxRows: NEWEST_DOCUMENTS,
    expand: (row) => {
      const { id, name } = row;
      if (typeof name !== 'string' || !foldCase(name).includes(sought)) return [];
      const value = { resource: 'documents', id: String(id), label: name };
      return [{ position: positionOf(String(id)), value }];
    },
  });
  return items;
}

const listsNamed = (q: string): Found[] =>
  Object.entries(lists)
    .filter(([key, { name }]) => [key, name].some((text) => foldCase(text).includes(foldCase(q))))
    .map(([key, { name }]) => ({ resource: 'sources', id: key, label: name }));
