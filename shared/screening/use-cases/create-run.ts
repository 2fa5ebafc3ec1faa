import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { readSubject } from '#shared/risk/repository/subjects.ts';
import { runEvents } from '../events.ts';
import type { KeptRun } from '../kept-run.ts';
import { createRun } from '../repository/runs.ts';
import type { Run } from '../run.ts';
import { factsOf, recordRiskFacts } from './record-risk-facts.ts';
import { type ScreeningOrder, screenSubject } from './screen-subject.ts';

/** Screens, keeps the run, tells of it and records it on the risk subject: one change. */
export async function createScreeningRun(
  context: Context,
  order: ScreeningOrder,
): Promise<Change<Run>> {
  const { riskSubjectId, recordsFacts } = order;
  if (riskSubjectId) await readSubject(context, riskSubjectId);
  const screened = await screenSubject(context, order);
  const recorded =
    riskSubjectId && recordsFacts
      ? await recordRiskFacts(context, riskSubjectId, naming(screened))
      : { writes: [], events: [], kept: screened };
  return {
    writes: [...createRun(context.caller, recorded.kept), ...recorded.writes],
    events: [...runEvents(recorded.kept.run), ...recorded.events],
    result: recorded.kept.run,
  };
}

/** The run with each fact it records, and the source of it. */
function naming(kept: KeptRun): KeptRun {
  const riskSources = factsOf(kept).map(({ fact, source }) => ({ fact, source }));
  return { ...kept, run: { ...kept.run, riskSources } };
}
