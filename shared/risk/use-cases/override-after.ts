import type { NewEvent } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import type { Write } from '#shared/platform/store/store.ts';
import type { AssessmentRecord } from '../assessment.ts';
import { carried, isUnchanged } from '../carried-override.ts';
import { recordEvent, riskEvent } from '../event.ts';
import { firstIdOf, type OverrideEnd, type OverrideRecord } from '../override.ts';
import { readAssessment } from '../repository/assessments.ts';
import {
  createOverride,
  findRunningOverride,
  markCarried,
  markEnded,
  type RunningOverride,
  readOverride,
} from '../repository/overrides.ts';
import { type LatestAssessment, readLatestAssessment } from '../repository/subject-state.ts';

/** What becomes of the override of the assessment before. */
export interface OverrideAfter {
  /** The override that continues it on the new assessment. */
  carried?: OverrideRecord;
  writes: readonly Write[];
  events: readonly NewEvent[];
}

const NO_OVERRIDE: OverrideAfter = { writes: [], events: [] };

/** A new assessment ends the override of the one before it, or carries it. */
export async function overrideAfter(
  context: Context,
  { before, isMonitored }: { before: LatestAssessment | undefined; isMonitored: boolean },
  assessment: AssessmentRecord,
): Promise<OverrideAfter> {
  const running = await findRunning(context, before);
  if (!before || !running) return NO_OVERRIDE;
  const { policy, policyVersionId } = assessment.data;
  const mayCarry =
    isMonitored && policy.definition.overrides === 'carry_unchanged' && before.policyVersionId === policyVersionId;
  const isCarried = mayCarry && isUnchanged((await readAssessment(context, before.id)).data, assessment.data);
  return isCarried ? carriedTo(context, running, assessment) : ended(context, running, 'newer_assessment', assessment);
}

/** The override of the latest assessment that neither time nor a person has ended. */
export async function findRunning(
  { store, caller, now }: Context,
  latest: LatestAssessment | undefined,
): Promise<RunningOverride | undefined> {
  if (!latest?.overrideId) return undefined;
  const running = await findRunningOverride(store, caller, latest.overrideId);
  return running && Date.parse(running.override.data.expiresAt) > now.getTime() ? running : undefined;
}

function carriedTo({ caller, now, newId }: Context, running: RunningOverride, { id }: AssessmentRecord): OverrideAfter {
  const next = carried(running.override, { id: newId(), assessmentId: id, createdAt: now.toISOString() });
  const { subjectId, carriedFrom, decision, expiresAt } = next.data;
  const details = { assessmentId: id, carriedFrom, decision, expiresAt };
  return {
    carried: next,
    writes: [...createOverride(caller, next), markCarried(caller, running, next.id)],
    events: [riskEvent('risk.override.carried', next, { subjectId, details })],
  };
}

/** An override, or after it was carried the one that continues it now. */
export async function readContinued(context: Context, id: string): Promise<OverrideRecord> {
  const override = await readOverride(context, id);
  if (!override.data.carriedTo) return override;
  const { store, caller } = context;
  const { latest } = await readLatestAssessment(store, caller, override.data);
  const last = latest?.overrideId ? await readOverride(context, latest.overrideId) : override;
  return firstIdOf(last) === firstIdOf(override) ? last : override;
}

/** The end of an override in the history. Webhooks learn of it from the change that ended it. */
export function ended(
  { caller }: Pick<Context, 'caller'>,
  running: RunningOverride,
  because: OverrideEnd,
  by?: { id: string; resource: string },
): OverrideAfter {
  const { override } = running;
  const { subjectId, decision, expiresAt } = override.data;
  const details = { because, decision, expiresAt, ...(by && { resource: by.resource, resourceId: by.id }) };
  return {
    writes: [markEnded(caller, running)],
    events: [recordEvent('risk.override.ended', override, { subjectId, details })],
  };
}
