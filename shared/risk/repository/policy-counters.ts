import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import { shardOf } from '#shared/platform/ids.ts';
import { rowsOf } from '#shared/platform/store/erasure.ts';
import type { Item, Key, Store, Write } from '#shared/platform/store/store.ts';
import { DAY_COUNTERS_SECONDS } from '../limits.ts';
import { CountedAssessment, type CountedName, type CounterName, type Counts, summed } from '../policy-counts.ts';
import { statePartition } from './subject-state.ts';

/**
 * Counters of policies: of the subjects now, and by day. Only the worker of the journal writes them. The rows of a day
 * have some of its counters each, because one expression cannot name those of hundreds of rules; readers add up all rows.
 */
const SHARDS = 8;
const COUNTERS_PER_ROW = 25;
const EXPRESSION_CHARACTERS = 3_600;
const EXPRESSION_AROUND_A_NAME = 10;
const DAY_SECONDS = 24 * 60 * 60;

const partitionOf = (scope: Scope, shard: number) => `${scopeKey(scope)}#policy-counters#${shard}`;

export const policyCounterPartitionsOf = (scope: Scope) =>
  Array.from({ length: SHARDS }, (_, shard) => partitionOf(scope, shard));

const nowRow = (policyKey: string) => `${policyKey}#now`;
const dayRow = (policyKey: string, day: string) => `${policyKey}#day#${day}`;
const qualityRow = (policyKey: string, day: string) => `${policyKey}#quality#${day}`;

interface Where {
  policyKey: string;
  /** Any id of the commit: it decides the shard. */
  id: string;
}

export const addToNow = (scope: Scope, { policyKey, id }: Where, counts: Counts): Write[] =>
  counts.length === 0
    ? []
    : [addition(scope, { pk: partitionOf(scope, shardOf(id, SHARDS)), sk: nowRow(policyKey) }, counts)];

interface OfDay extends Where {
  day: string;
}

export const addToDay = (scope: Scope, of: OfDay, counts: Counts) => additions(scope, of, dayRow, counts);

/** All changes of one assessment are in the same shard, so that no counter is below zero. */
export const addToQuality = (scope: Scope, of: OfDay, counts: Counts) => additions(scope, of, qualityRow, counts);

function additions(scope: Scope, { policyKey, id, day }: OfDay, rowOf: typeof dayRow, counts: Counts): Write[] {
  const pk = partitionOf(scope, shardOf(id, SHARDS));
  const expiresAtSeconds = Date.parse(`${day}T00:00:00Z`) / 1000 + DAY_COUNTERS_SECONDS + DAY_SECONDS;
  return rowsFor(counts).map((some, index) =>
    addition(scope, { pk, sk: `${rowOf(policyKey, day)}#${index}` }, some, { expiresAtSeconds }),
  );
}

/** DynamoDB limits an expression to 4 KB, in which each counter is named twice. */
function rowsFor(counts: Counts): Counts[] {
  const rows: (readonly [CounterName, number])[][] = [];
  let characters = 0;
  for (const one of counts) {
    const length = 2 * attributeOf(one[0]).length + EXPRESSION_AROUND_A_NAME;
    const last = rows.at(-1);
    const isFull = !last || last.length === COUNTERS_PER_ROW || characters + length > EXPRESSION_CHARACTERS;
    if (isFull) rows.push([one]);
    else last.push(one);
    characters = isFull ? length : characters + length;
  }
  return rows;
}

/** Of a shadow version: which decisions it would have made. */
const shadowRow = (policyKey: string, policyVersionId: string) => `${policyKey}#shadow#${policyVersionId}`;

export const addToShadow = (scope: Scope, where: Where & { policyVersionId: string }, counts: Counts): Write =>
  addition(
    scope,
    {
      pk: partitionOf(scope, shardOf(where.id, SHARDS)),
      sk: shadowRow(where.policyKey, where.policyVersionId),
    },
    counts,
  );

function addition({ organizationId, mode }: Scope, count: Key, counts: Counts, set: object = {}): Write {
  const add: Record<string, number> = {};
  for (const [name, by] of counts) {
    const attribute = attributeOf(name);
    add[attribute] = (add[attribute] ?? 0) + by;
  }
  const changed = Object.entries(add).filter(([, by]) => by !== 0);
  return { table: 'risk', count, add: Object.fromEntries(changed), set: { organizationId, mode, ...set } };
}

/** Names in expressions have letters, digits and underscores only; keys of policies have dots and hyphens too. */
const attributeOf = (name: CounterName) =>
  `n${name.map((part) => part.replace(/[^A-Za-z0-9]/g, (char) => `_${char.charCodeAt(0).toString(16)}`)).join('__')}`;

const nameIn = (attribute: string): string[] =>
  attribute
    .slice(1)
    .split('__')
    .map((part) =>
      part.replace(/_([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    );

export const readNowCounters = (store: Store, scope: Scope, policyKey: string) =>
  readCounters(store, scope, { from: nowRow(policyKey), upTo: nowRow(policyKey) });

export async function readShadowCounters(
  store: Store,
  scope: Scope,
  { policyKey, policyVersionId }: { policyKey: string; policyVersionId: string },
): Promise<CountedName[]> {
  const row = shadowRow(policyKey, policyVersionId);
  return [...(await readCounters(store, scope, { from: row, upTo: row })).values()].flat();
}

/** The counters of some days, both included, by day. */
export const readPolicyDays = (store: Store, scope: Scope, policyKey: string, days: { from: string; to: string }) =>
  // `$` sorts right after `#`.
  readCounters(store, scope, { from: dayRow(policyKey, days.from), upTo: `${dayRow(policyKey, days.to)}$` });

/** What was counted for the quality of some days, both included. */
export async function readQualityDays(
  store: Store,
  scope: Scope,
  policyKey: string,
  days: { from: string; to: string },
): Promise<CountedName[]> {
  const range = { from: qualityRow(policyKey, days.from), upTo: `${qualityRow(policyKey, days.to)}$` };
  return summed([...(await readCounters(store, scope, range)).values()].flat());
}

async function readCounters(store: Store, scope: Scope, range: { from: string; upTo: string }) {
  const read = async (pk: string) => {
    const rows: Item[] = [];
    for await (const items of rowsOf(store, 'risk', pk, range)) rows.push(...items);
    return rows;
  };
  const rows = (await Promise.all(policyCounterPartitionsOf(scope).map(read))).flat();
  const byDay = Map.groupBy(rows, ({ sk }) => sk.split('#')[2] ?? '');
  return new Map([...byDay].map(([day, ofDay]) => [day, sumOf(ofDay)]));
}

const COUNTER = /^n[A-Za-z0-9_]+$/;

function sumOf(rows: readonly Item[]): CountedName[] {
  const sum = new Map<string, number>();
  for (const row of rows)
    for (const [attribute, value] of Object.entries(row))
      if (typeof value === 'number' && COUNTER.test(attribute)) sum.set(attribute, (sum.get(attribute) ?? 0) + value);
  return [...sum].flatMap(([attribute, count]) => (count === 0 ? [] : [{ name: nameIn(attribute), count }]));
}

const countedKey = (scope: Scope, subjectId: string, policyKey: string): Key => ({
  pk: statePartition(scope, subjectId),
  sk: `counted-by#${policyKey}`,
});

/** As what the subject was counted. */
export async function readCountedAssessment(store: Store, scope: Scope, subjectId: string, policyKey: string) {
  const [row] = await store.getMany([{ table: 'risk', key: countedKey(scope, subjectId, policyKey) }]);
  return row && CountedAssessment.parse(row);
}

export const putCountedAssessment = (
  scope: Scope,
  { subjectId, policyKey }: { subjectId: string; policyKey: string },
  before: CountedAssessment | undefined,
  after: CountedAssessment,
): Write => ({
  table: 'risk',
  put: { ...countedKey(scope, subjectId, policyKey), ...after },
  when: before ? { sequence: before.sequence } : 'absent',
});
