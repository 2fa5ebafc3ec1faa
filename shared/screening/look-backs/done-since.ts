import type { Context } from '#shared/platform/context.ts';
import { LOOK_BACK_DECISIONS, LOOK_BACK_RUNS } from '../limits.ts';
import { listingFor, oldestRunIds, readRuns } from '../repository/runs.ts';
import { findWatchRow, listWatchRows } from '../repository/watches.ts';
import type { ScreeningRun } from '../run.ts';
import { rowWatchId } from '../watches/row-watch-id.ts';
import type { DoneRun, LookBackFinding } from './look-back.ts';

interface OfRow {
  batchId: string;
  /** In the file, from 0. */
  number: number;
  riskSubjectId: string | null;
  /** The run of the row in its batch. */
  runId: string | null;
  source: string;
  since: Date;
}

/** What the organization did about a row since a version was searched. */
export async function doneSince(
  context: Pick<Context, 'store' | 'caller'>,
  row: OfRow,
): Promise<Pick<LookBackFinding, 'done' | 'runs' | 'watchedSince'>> {
  const [runs, watchedSince] = await Promise.all([runsSince(context, row), watchedSinceOf(context, row)]);
  return { done: runs.length > 0 ? 'runs' : watchedSince === null ? 'nothing' : 'watched', runs, watchedSince };
}

export async function runsSince(
  { store, caller }: Pick<Context, 'store' | 'caller'>,
  { riskSubjectId, runId, source, since }: Pick<OfRow, 'riskSubjectId' | 'runId' | 'source' | 'since'>,
): Promise<DoneRun[]> {
  const ofSubject = riskSubjectId
    ? await oldestRunIds(store, listingFor(caller, { riskSubjectId }), { since, limit: LOOK_BACK_RUNS })
    : [];
  const ids = new Set([...ofSubject, ...(runId ? [runId] : [])]);
  if (ids.size === 0) return [];
  return (await readRuns(store, caller, [...ids]))
    .map(({ run }) => run)
    .filter(({ createdAt }) => Date.parse(createdAt) >= since.getTime())
    .sort((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt))
    .slice(0, LOOK_BACK_RUNS)
    .map((run) => doneRun(run, source));
}

/** Without reasons, which are free text. */
function doneRun(
  { id, createdAt, trigger, status, sources, matches, decisions }: ScreeningRun,
  source: string,
): DoneRun {
  const searched = sources.find(({ key, missing }) => key === source && !missing);
  const ofList = new Set(matches.filter((match) => match.source === source).map((match) => match.id));
  return {
    runId: id,
    createdAt,
    trigger,
    status,
    listVersionId: searched?.versionId ?? null,
    decisions: decisions
      .filter(({ matchId }) => ofList.has(matchId))
      .slice(-LOOK_BACK_DECISIONS)
      .map(({ matchId, decision, decidedBy, decidedAt }) => ({ matchId, decision, decidedBy, decidedAt })),
  };
}

async function watchedSinceOf(
  { store, caller }: Pick<Context, 'store' | 'caller'>,
  { batchId, number, riskSubjectId }: OfRow,
): Promise<string | null> {
  const [own, ofSubject] = await Promise.all([
    findWatchRow(store, caller, rowWatchId(batchId, number)),
    riskSubjectId ? listWatchRows(store, caller, 0, riskSubjectId) : undefined,
  ]);
  const rows = [...(own?.sealed ? [own] : []), ...(ofSubject?.items ?? [])];
  return rows.map(({ watch }) => watch.createdAt).sort()[0] ?? null;
}
