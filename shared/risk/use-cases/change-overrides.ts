import type { Context } from '#shared/platform/context.ts';
import type { Write } from '#shared/platform/store/store.ts';
import type { AssessmentRecord } from '../assessment.ts';
import type { OverrideRecord } from '../override.ts';
import { findWork, replaceWork } from '../repository/work.ts';
import { placeOfWork } from '../work.ts';
import { withOverride, withoutOverride } from '../work-override.ts';

/** The writes that tell the worklist of an override, for the transaction that creates it. None without open work. */
export async function overriddenWork(
  { store, caller, now }: Context,
  { data: { freshUntil, reviewDueAt, evidenceRevision } }: AssessmentRecord,
  { id, data: { subjectId, assessmentId, policyKey, decision, expiresAt } }: OverrideRecord,
): Promise<Write[]> {
  const [known] = await findWork(store, caller, [subjectId]);
  if (!known || !placeOfWork(known.work)) return [];
  const until = earliestOf([expiresAt, freshUntil, reviewDueAt]);
  const override = { id, policyKey, assessmentId, decision, until };
  const overrides = withOverride(known.overrides, evidenceRevision, override);
  return replaceWork(caller, known, { ...known, overrides }, now);
}

/** The writes that tell the worklist of a revocation. */
export async function workWithoutOverride(
  { store, caller, now }: Context,
  { id, data: { subjectId } }: OverrideRecord,
): Promise<Write[]> {
  const [known] = await findWork(store, caller, [subjectId]);
  if (!known?.overrides?.items.some((one) => one.id === id)) return [];
  return replaceWork(caller, known, { ...known, overrides: withoutOverride(known.overrides, id) }, now);
}

function earliestOf(times: readonly (string | null)[]): string {
  const known = times.flatMap((time) => (time === null ? [] : [Date.parse(time)]));
  return new Date(Math.min(...known)).toISOString();
}
