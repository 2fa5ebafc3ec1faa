import { hash } from 'node:crypto';
import { isScreeningFact } from '@assay/policy-engine';
import * as z from 'zod';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import { rowsOf } from '#shared/platform/store/erasure.ts';
import type { Item, Key, Store, Write } from '#shared/platform/store/store.ts';
import { canonicalSource } from '../listed-sources.ts';
import type { PolicyRecord } from '../policy.ts';

/**
 * Index of the published policies that read a screening source. A row holds the sources of one
 * policy key in one of sixteen buckets: publishing a policy writes at most sixteen rows, whatever
 * the number of sources, and a screening run reads one bucket per fact it records.
 */
export interface ReadFact {
  fact: string;
  source: string;
}

const Reader = z.object({ policyVersionId: z.string(), version: z.number() });
const ReaderRow = z.object({
  policyKey: z.string(),
  revision: z.number(),
  /** Fact and canonical source -> newest published version of the policy that reads it. */
  reads: z.record(z.string(), Reader),
});
type ReaderRow = z.infer<typeof ReaderRow>;

export interface PolicyReader {
  policyKey: string;
  policyVersionId: string;
  version: number;
}

/** Maximum number of policies in one result. */
const READERS_PER_SOURCE = 20;
/** Limits the row of a policy that is published with ever new sources. The newest versions stay. */
const READS_PER_ROW = 400;

const BUCKETS = [...'0123456789abcdef'];

const partition = (scope: Scope, bucket: string) => `${scopeKey(scope)}#screening-readers#${bucket}`;

export const readerPartitionsOf = (scope: Scope) => BUCKETS.map((bucket) => partition(scope, bucket));

const nameOf = ({ fact, source }: ReadFact) => `${fact} ${canonicalSource(source)}`;
const bucketOf = (name: string) => hash('sha256', name, 'hex').slice(0, 1);
const rowKey = (scope: Scope, bucket: string, policyKey: string): Key => ({
  pk: partition(scope, bucket),
  sk: policyKey,
});

/** Screening sources that a policy reads, by bucket. */
function readsOf({ data }: PolicyRecord): Map<string, string[]> {
  const names = data.definition.inputs
    .filter(({ key }) => isScreeningFact(key))
    .flatMap(({ key, acceptedSources }) => acceptedSources.map((source) => nameOf({ fact: key, source })));
  return Map.groupBy(new Set(names), bucketOf);
}

/** Rows of a policy version that is being published, each on condition that it has not changed. */
export async function readerWrites(store: Store, scope: Scope, policy: PolicyRecord): Promise<Write[]> {
  const buckets = [...readsOf(policy)];
  if (buckets.length === 0) return [];
  const keys = buckets.map(([bucket]) => rowKey(scope, bucket, policy.data.key));
  const rows = await store.getMany(keys.map((key) => ({ table: 'risk', key })));
  return buckets.map(([bucket, names], index) =>
    replaceRow(rowKey(scope, bucket, policy.data.key), rows[index], policy, names),
  );
}

function replaceRow(key: Key, existing: Item | undefined, { id, data }: PolicyRecord, names: readonly string[]): Write {
  const before = existing && ReaderRow.parse(existing);
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

/** Published policies that read each fact from its source, by policy key. */
export async function readersOf(store: Store, scope: Scope, facts: readonly ReadFact[]): Promise<PolicyReader[][]> {
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
