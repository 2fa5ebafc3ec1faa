import { hash } from 'node:crypto';
import * as z from 'zod';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import { partitionsOf } from '#shared/platform/store/collection.ts';
import { rowsOf } from '#shared/platform/store/erasure.ts';
import type { Item, Key, Store, Write } from '#shared/platform/store/store.ts';
import type { PolicyRecord } from '../policy.ts';
import { isScreeningFact } from '../policy-engine/screening-facts.ts';
import { canonicalSource } from '../policy-engine/screening-source.ts';
import { recordsOf } from './collections.ts';
import { policyIn } from './policies.ts';

/**
 * Which published policies read which screening source. A row holds, for one policy key, those of its
 * sources that fall into one of sixteen buckets: publishing a policy writes at most sixteen rows however
 * many sources it accepts, and a screening run reads one bucket for each fact it records.
 */
export interface ReadFact {
  fact: string;
  source: string;
}

const Reader = z.object({ policyVersionId: z.string(), version: z.number() });
const ReaderRow = z.object({
  policyKey: z.string(),
  revision: z.number(),
  /** Fact and canonical source -> the newest published version of the policy that reads it. */
  reads: z.record(z.string(), Reader),
});
type ReaderRow = z.infer<typeof ReaderRow>;

export interface PolicyReader {
  policyKey: string;
  policyVersionId: string;
  version: number;
}

/** What one answer names. */
export const READERS_PER_SOURCE = 20;
/** Keeps a row of a policy that was published with ever new sources small: the newest versions stay. */
const READS_PER_ROW = 400;
const MERGES = 8;

const BUCKETS = [...'0123456789abcdef'];

const partition = (scope: Scope, bucket: string) =>
  `${scopeKey(scope)}#screening-readers#${bucket}`;

/** Says that the rows cover every policy published so far. */
const markerKey = (scope: Scope): Key => ({ pk: partition(scope, 'built'), sk: 'marker' });

export const readerPartitionsOf = (scope: Scope) => [
  ...BUCKETS.map((bucket) => partition(scope, bucket)),
  markerKey(scope).pk,
];

const nameOf = ({ fact, source }: ReadFact) => `${fact} ${canonicalSource(source)}`;
const bucketOf = (name: string) => hash('sha256', name, 'hex').slice(0, 1);
const rowKey = (scope: Scope, bucket: string, policyKey: string): Key => ({
  pk: partition(scope, bucket),
  sk: policyKey,
});

/** Every screening source a policy reads, by bucket. */
function readsOf({ data }: PolicyRecord): Map<string, string[]> {
  const names = data.definition.inputs
    .filter(({ key }) => isScreeningFact(key))
    .flatMap(({ key, acceptedSources }) =>
      acceptedSources.map((source) => nameOf({ fact: key, source })),
    );
  return Map.groupBy(new Set(names), bucketOf);
}

/** The rows of a policy version that is about to be published, each on condition that it did not change. */
export async function readersWith(
  store: Store,
  scope: Scope,
  policy: PolicyRecord,
): Promise<Write[]> {
  const buckets = [...readsOf(policy)];
  if (buckets.length === 0) return [];
  const keys = buckets.map(([bucket]) => rowKey(scope, bucket, policy.data.key));
  const rows = await store.getMany(keys.map((key) => ({ table: 'risk', key })));
  return buckets.map(([bucket, names], index) =>
    replaceRow(rowKey(scope, bucket, policy.data.key), rows[index], policy, names),
  );
}

function replaceRow(
  key: Key,
  standing: Item | undefined,
  { id, data }: PolicyRecord,
  names: readonly string[],
): Write {
  const before = standing && ReaderRow.parse(standing);
  const { version } = data;
  const newer = names.filter((name) => (before?.reads[name]?.version ?? 0) < version);
  const added = newer.map((name) => [name, { policyVersionId: id, version }] as const);
  const kept = Object.entries(before?.reads ?? {}).filter(([name]) => !newer.includes(name));
  const reads = [...kept, ...added].sort(([, a], [, b]) => b.version - a.version);
  const row: ReaderRow = {
    policyKey: data.key,
    revision: (before?.revision ?? 0) + 1,
    reads: Object.fromEntries(reads.slice(0, READS_PER_ROW)),
  };
  const when = before ? { revision: before.revision } : 'absent';
  return { table: 'risk', put: { ...key, ...row }, when };
}

/** The published policies that read each fact from its source, by policy key. */
export async function readersOf(
  store: Store,
  scope: Scope,
  facts: readonly ReadFact[],
): Promise<PolicyReader[][]> {
  await ensureBuilt(store, scope);
  return Promise.all(
    facts.map(async (fact) => {
      const name = nameOf(fact);
      const readers: PolicyReader[] = [];
      for await (const row of bucketRows(store, scope, bucketOf(name))) {
        const reader = row.reads[name];
        if (reader) readers.push({ policyKey: row.policyKey, ...reader });
        if (readers.length === READERS_PER_SOURCE) break;
      }
      return readers;
    }),
  );
}

async function* bucketRows(store: Store, scope: Scope, bucket: string): AsyncGenerator<ReaderRow> {
  for await (const rows of rowsOf(store, 'risk', partition(scope, bucket)))
    for (const row of rows) yield ReaderRow.parse(row);
}

/** Scopes whose rows this process knows to be complete. */
const built = new Set<string>();

/**
 * Policies that were published before these rows existed are added when a screening first asks. Every
 * write can be repeated, so a process may stop at any point: the next one begins again.
 */
async function ensureBuilt(store: Store, scope: Scope): Promise<void> {
  const marker = markerKey(scope);
  if (built.has(marker.pk)) return;
  if (!(await store.get('risk', marker))) {
    for (const pk of partitionsOf(recordsOf(scope, 'policies')))
      for await (const rows of rowsOf(store, 'risk', pk))
        for (const policy of rows.map(policyIn))
          if (policy.data.status === 'published') await merge(store, scope, policy);
    await store.writeOne({ table: 'risk', put: { ...marker } });
  }
  built.add(marker.pk);
}

async function merge(store: Store, scope: Scope, policy: PolicyRecord): Promise<void> {
  for (const [bucket, names] of readsOf(policy)) {
    const key = rowKey(scope, bucket, policy.data.key);
    let isMerged = false;
    for (let attempt = 0; !isMerged && attempt < MERGES; attempt += 1)
      isMerged = await store.writeOne(replaceRow(key, await store.get('risk', key), policy, names));
  }
}
