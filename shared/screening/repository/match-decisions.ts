import { hash } from 'node:crypto';
import * as z from 'zod';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import type { Store, Write } from '#shared/platform/store/store.ts';
import { EarlierDecision } from '../match-list.ts';
import type { ScreeningMatch, ScreeningRun } from '../run.ts';

/**
 * Decisions by subject, list and entry, so that a reviewer sees how the same question was decided before. A decision
 * is stored under the screened data (its keyed digest) and, where the run has one, under the risk subject. Subjects
 * share a fixed number of partitions, which makes their rows erasable without reading any run; people decide too
 * rarely to exceed a partition.
 */
const BUCKETS = 16;

export const decisionPartitionsOf = (scope: Scope): string[] =>
  Array.from({ length: BUCKETS }, (_, bucket) => partitionOf(scope, bucket));

const partitionOf = (scope: Scope, bucket: number) => `${scopeKey(scope)}#match-decisions#${bucket}`;

/** The ways to recognise the subject of a run. */
const subjectKeysOf = ({ subjectDigest, riskSubjectId }: Pick<ScreeningRun, 'subjectDigest' | 'riskSubjectId'>) => [
  `digest#${subjectDigest}`,
  ...(riskSubjectId ? [`subject#${riskSubjectId}`] : []),
];

type About = Pick<ScreeningMatch, 'source' | 'sourceEntryId'>;

/** Entry ids can be longer than a sort key. */
const placeIn = (scope: Scope, subjectKey: string, { source, sourceEntryId }: About) => {
  const bucket = hash('sha256', subjectKey, 'buffer').readUInt8(0) % BUCKETS;
  const entry = hash('sha256', sourceEntryId).slice(0, 32);
  return { pk: partitionOf(scope, bucket), prefix: `${subjectKey}#${source}#${entry}#` };
};

const StoredDecision = EarlierDecision.omit({ entryChanged: true });

/** The last decisions of a run, for every way to recognise its subject. */
export const decisionWrites = (scope: Scope, run: ScreeningRun, count: number): Write[] =>
  run.decisions
    .map((decided, at) => ({ decided, number: at + 1 }))
    .slice(-count)
    .flatMap((one) => writesOf(scope, run, one));

function writesOf(
  scope: Scope,
  run: ScreeningRun,
  { decided, number }: { decided: ScreeningRun['decisions'][number]; number: number },
): Write[] {
  const match = run.matches.find(({ id }) => id === decided.matchId);
  if (!match) return [];
  const decision = StoredDecision.parse({
    ...decided,
    runId: run.id,
    score: match.score,
    entryDigest: match.entry?.digest ?? null,
  });
  return subjectKeysOf(run).map((subjectKey): Write => {
    const { pk, prefix } = placeIn(scope, subjectKey, match);
    // Ordered by time; a match can be decided again.
    const sk = `${prefix}${decided.decidedAt}#${match.id}#${number}`;
    return { table: 'screening', put: { pk, sk, decision } };
  });
}

const SHOWN = 20;
/** Beyond those shown, because decisions on the match itself are left out. */
const READ = 40;

/** Decisions on other matches of the same subject with the same entry, newest first. */
export async function earlierDecisions(
  store: Store,
  scope: Scope,
  run: Pick<ScreeningRun, 'subjectDigest' | 'riskSubjectId'>,
  match: ScreeningMatch,
): Promise<EarlierDecision[]> {
  const pages = await Promise.all(
    subjectKeysOf(run).map((subjectKey) => {
      const { pk, prefix } = placeIn(scope, subjectKey, match);
      // Sorts after every time.
      const range = { from: prefix, upTo: `${prefix}g` };
      return store.query('screening', { pk, ...range, limit: READ, descending: true });
    }),
  );
  const stored = z.array(StoredDecision).parse(pages.flatMap(({ items }) => items.map(({ decision }) => decision)));
  const distinct = new Map(stored.map((one) => [`${one.decidedAt} ${one.matchId}`, one]));
  const now = match.entry?.digest ?? null;
  return [...distinct.values()]
    .filter(({ matchId }) => matchId !== match.id)
    .toSorted((a, b) => (a.decidedAt < b.decidedAt ? 1 : -1))
    .slice(0, SHOWN)
    .map((one) => ({
      ...one,
      entryChanged: one.entryDigest === null || now === null ? null : one.entryDigest !== now,
    }));
}
