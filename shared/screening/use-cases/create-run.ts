import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { readSubject } from '#shared/risk/repository/subjects.ts';
import { runEvents } from '../events.ts';
import { createRun } from '../repository/runs.ts';
import type { Run } from '../run.ts';
import { factsOf, recordRiskFacts } from './record-risk-facts.ts';
import { type ScreeningOrder, screenSubject } from './screen-subject.ts';

/** Screens, keeps the run, tells of it and records it on the risk subject: one change. */
export async function createScreeningRun(
  context: Context,
  order: ScreeningOrder,
): Promise<Change<Run>> {
  const { riskSubjectId } = order;
  if (riskSubjectId) await readSubject(context, riskSubjectId);
  const screened = await screenSubject(context, order);
  const riskSources = riskSubjectId
    ? factsOf(screened).map(({ fact, source }) => ({ fact, source }))
    : [];
  const named = { ...screened, run: { ...screened.run, riskSources } };
  const recorded = riskSubjectId
    ? await recordRiskFacts(context, riskSubjectId, named)
    : { writes: [], events: [], kept: named };
  return {
    writes: [...createRun(context.caller, recorded.kept), ...recorded.writes],
    events: [...runEvents(recorded.kept.run), ...recorded.events],
    result: recorded.kept.run,
  };
}
