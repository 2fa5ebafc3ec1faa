import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { readSubject } from '#shared/risk/index.ts';
import { runEvents } from '../events.ts';
import { LIST_KEYS } from '../lists/list.ts';
import { createRun } from '../repository/runs.ts';
import type { RunNotice, ScreeningRun } from '../run.ts';
import type { StoredRun } from '../stored-run.ts';
import { quoted, unknownLists } from '../unknown-lists.ts';
import { naming } from './name-risk-sources.ts';
import { recallDecisions } from './recall-decisions.ts';
import { recordRiskFacts } from './record-risk-facts.ts';
import { resolvePolicy } from './resolve-policy.ts';
import { type ScreeningOrder, type ScreeningRequest, screenSubject } from './screen-subject.ts';
import { unknownKeysIn } from './unknown-keys.ts';

/**
 * Screens a subject, stores the run, publishes its events and records its risk facts, in one
 * change.
 */
export async function createScreeningRun(
  context: Context,
  { profileKey, sources: own, reviewScore, matchScore, pepLookbackMonths, ...about }: ScreeningRequest,
): Promise<Change<ScreeningRun>> {
  const requested = { profileKey, sources: own, reviewScore, matchScore, pepLookbackMonths };
  return createOrderedRun(context, { ...about, ...(await resolvePolicy(context, requested)) });
}

/** The same, with lists and scores that were resolved before. */
export async function createOrderedRun(context: Context, order: ScreeningOrder): Promise<Change<ScreeningRun>> {
  const { riskSubjectId, recordsFacts, sessionId, sources } = order;
  const unknown = await unknownKeysIn(context, sources);
  if (unknown.length > 0 && (riskSubjectId ?? sessionId) !== null) throw unknownLists(sources, unknown);
  const subject = riskSubjectId && (await readSubject(context, riskSubjectId)).data;
  const { run, ...rest } = await screenSubject(context, order);
  const compared: StoredRun = {
    ...rest,
    run: { ...run, notices: [...run.notices, ...(unknown.length > 0 ? [unknownNotice(unknown)] : [])] },
    ...(subject && { subject: { kind: subject.kind, externalId: subject.externalId } }),
  };
  const { stored: screened, ...recalled } = await recallDecisions(context, compared, order.subject);
  const recorded =
    riskSubjectId && recordsFacts
      ? await recordRiskFacts(context, riskSubjectId, await naming(context, screened))
      : { writes: [], events: [], stored: screened };
  return {
    writes: [...createRun(context.caller, recorded.stored), ...recorded.writes, ...recalled.writes],
    events: [
      ...runEvents(recorded.stored.run, { isRow: order.isRow ?? false }),
      ...recalled.events,
      ...recorded.events,
    ],
    result: recorded.stored.run,
  };
}

const unknownNotice = (unknown: readonly string[]): RunNotice => ({
  code: 'unknown_list',
  message: `${quoted(unknown)}: no such list. The known lists are ${quoted(LIST_KEYS)}.`,
});
