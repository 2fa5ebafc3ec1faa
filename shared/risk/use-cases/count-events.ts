import { mapConcurrently } from '@assay/foundation/concurrency';
import * as z from 'zod';
import { scopeKey } from '#shared/platform/caller.ts';
import type { WorkerContext } from '#shared/platform/context.ts';
import type { RecordedEvent } from '#shared/platform/store/history.ts';
import { type Item, TransactionRefused } from '#shared/platform/store/store.ts';
import { type Commit, commitIn } from '../commit-row.ts';
import { addCounts, counterShardOf, markCounted } from '../repository/work-counters.ts';
import { addTo, dayRow, type Increments } from '../work-counts.ts';
import { policyCounts } from './count-assessments.ts';
import { countQuality } from './count-quality.ts';
import { countAllWork, countWork } from './count-work.ts';

/** Events of changes that replace the work of a subject. */
const OF_WORK = new Set([
  'risk.action.requested',
  'risk.action.transitioned',
  'risk.assignment.changed',
  'work.requested',
  'work.answered',
  'work.closed',
]);

/** Counts what commits have changed, for the overview of the worklist and the statistics of policies. `rows` are rows of the history. */
export async function countEvents(context: WorkerContext, rows: readonly Item[]): Promise<void> {
  const commits = rows.map(commitIn);
  const byScope = Map.groupBy(commits, ({ scope }) => scopeKey(scope));
  for (const ofScope of byScope.values()) {
    const [first] = ofScope;
    if (!first) continue;
    const events = ofScope.flatMap((commit) => commit.events);
    const subjects = events.flatMap(({ type, subjectId }) => (OF_WORK.has(type) && subjectId ? [subjectId] : []));
    if (subjects.length > 0) await countWork(context, first.scope, subjects);
    if (events.some(changesDeadlines)) await countAllWork(context, first.scope);
  }
  await mapConcurrently(commits, COMMITS_AT_ONCE, async (commit) => {
    await countQuality(context, commit);
    await countOnce(context, commit);
  });
}

const COMMITS_AT_ONCE = 5;

const changesDeadlines = ({ type, details }: RecordedEvent) =>
  type === 'organization.settings.changed' && Array.isArray(details?.changed) && details.changed.includes('deadlines');

const ATTEMPTS = 10;

/** These events are not the state of anything, so the row of the commit says that they are counted. */
async function countOnce(context: WorkerContext, commit: Commit): Promise<void> {
  const { store, newId } = context;
  const { row, id, scope, events } = commit;
  if (row.isCounted) return;
  const increments = dailyCounts(events);
  for (let attempt = 1; ; attempt += 1)
    try {
      // Read again for every attempt: another worker may have counted a later assessment of the subject.
      const counts = [...addCounts(scope, counterShardOf(id), increments), ...(await policyCounts(context, commit))];
      return counts.length === 0 ? undefined : await store.transact([markCounted(row), ...counts], newId());
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
      // Counted before, or erased.
      if (error.reasons[0]?.why === 'condition') return;
      if (attempt === ATTEMPTS) throw error;
    }
}

const RunCompleted = z.looseObject({ matchCount: z.number() });
const MatchDecided = z.looseObject({ decision: z.enum(['confirmed', 'false_positive']) });

/** Screenings, decisions on matches and overrides, by day. */
function dailyCounts(events: readonly RecordedEvent[]): Increments {
  const increments: Increments = new Map();
  for (const { type, payload, details, occurredAt } of events) {
    const row = dayRow(occurredAt.slice(0, 'YYYY-MM-DD'.length));
    if (type === 'screening.run.completed') {
      const { matchCount } = RunCompleted.parse(payload);
      addTo(increments, row, 'screenings', 1);
      if (matchCount > 0) addTo(increments, row, 'screeningsWithMatches', 1);
    }
    if (type === 'risk.override.created') addTo(increments, row, 'overrides', 1);
    if (type === 'screening.match.decided') addTo(increments, row, MatchDecided.parse(details).decision, 1);
  }
  return increments;
}
