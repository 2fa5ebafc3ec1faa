import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import type { Item, Key, Store, Write } from '#shared/platform/store/store.ts';
import { DAY_COUNTERS_SECONDS } from '../limits.ts';
import { CountedQuality } from '../quality-counts.ts';

/**
 * As what each assessment of a subject was counted in the quality of its policy, in order of time, so that the one before an
 * outcome and its neighbours are found with one read each. The head of a policy is replaced with every change of these rows
 * and by every outcome, so that workers that read before it begin again. Only the worker of the journal writes them.
 */
export const qualityPartition = (scope: Scope, subjectId: string) => `${scopeKey(scope)}#quality-of#${subjectId}`;

/** The assessments of a subject by one policy. */
export interface QualityOf {
  subjectId: string;
  policyKey: string;
}

const headKey = (scope: Scope, { subjectId, policyKey }: QualityOf): Key => ({
  pk: qualityPartition(scope, subjectId),
  sk: `head#${policyKey}`,
});

const prefixOf = (policyKey: string) => `at#${policyKey}#`;
const SEQUENCE_DIGITS = 10;

type Place = Pick<CountedQuality, 'evaluatedAt' | 'sequence'>;

/** Of assessments of the same millisecond, the one with the higher number is the later one. */
const sortKeyOf = (policyKey: string, { evaluatedAt, sequence }: Place) =>
  `${prefixOf(policyKey)}${evaluatedAt}#${String(sequence).padStart(SEQUENCE_DIGITS, '0')}`;

/** Undefined before the first change. */
export type Head = number | undefined;

const revisionIn = (row: Item | undefined): Head => (row ? Number(row.revision) : undefined);

export async function readHead(store: Store, scope: Scope, of: QualityOf): Promise<Head> {
  const [row] = await store.getMany([{ table: 'risk', key: headKey(scope, of) }]);
  return revisionIn(row);
}

export const advanceHead = (scope: Scope, of: QualityOf, head: Head): Write => ({
  table: 'risk',
  put: { ...headKey(scope, of), revision: (head ?? 0) + 1 },
  when: head === undefined ? 'absent' : { revision: head },
});

/** Head and row of an assessment, in one read. */
export async function readCounted(
  store: Store,
  scope: Scope,
  of: QualityOf,
  place: Place,
): Promise<{ head: Head; counted: CountedQuality | undefined }> {
  const keys = [headKey(scope, of), { pk: qualityPartition(scope, of.subjectId), sk: sortKeyOf(of.policyKey, place) }];
  const [head, row] = await store.getMany(keys.map((key) => ({ table: 'risk' as const, key })));
  return { head: revisionIn(head), counted: row && CountedQuality.parse(row) };
}

/** The latest assessment that was made at this time or before. `$` sorts right after `#`. */
export const lastUpTo = (store: Store, scope: Scope, of: QualityOf, at: string) =>
  neighbour(store, scope, of, { from: prefixOf(of.policyKey), upTo: `${prefixOf(of.policyKey)}${at}$` }, 'before');

export const previousOf = (store: Store, scope: Scope, of: QualityOf, place: Place) => {
  const sk = sortKeyOf(of.policyKey, place);
  return neighbour(store, scope, of, { from: prefixOf(of.policyKey), upTo: sk }, 'before', sk);
};

export const nextOf = (store: Store, scope: Scope, of: QualityOf, place: Place) => {
  const sk = sortKeyOf(of.policyKey, place);
  return neighbour(store, scope, of, { from: sk, upTo: prefixOf(of.policyKey).replace(/#$/, '$') }, 'after', sk);
};

async function neighbour(
  store: Store,
  scope: Scope,
  { subjectId }: QualityOf,
  range: { from: string; upTo: string },
  side: 'before' | 'after',
  besides?: string,
): Promise<CountedQuality | undefined> {
  const pk = qualityPartition(scope, subjectId);
  const { items } = await store.query('risk', { pk, ...range, limit: 2, descending: side === 'before' });
  const found = items.find(({ sk }) => sk !== besides);
  return found && CountedQuality.parse(found);
}

/** Stored as long as the counters of its day. */
export const putCountedQuality = (
  scope: Scope,
  { subjectId, policyKey }: QualityOf,
  counted: CountedQuality,
): Write => ({
  table: 'risk',
  put: {
    pk: qualityPartition(scope, subjectId),
    sk: sortKeyOf(policyKey, counted),
    ...counted,
    expiresAtSeconds: Math.ceil(Date.parse(counted.evaluatedAt) / 1000) + DAY_COUNTERS_SECONDS,
  },
});
