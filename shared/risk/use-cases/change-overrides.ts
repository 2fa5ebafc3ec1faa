import type { Context } from '#shared/platform/context.ts';
import type { Write } from '#shared/platform/store/store.ts';
import type { AssessmentRecord } from '../assessment.ts';
import type { OverrideRecord } from '../override.ts';
import { findWork, replaceWork } from '../repository/work.ts';
import { placeOfWork } from '../work.ts';
import { type WorkOverride, withOverride, withoutOverride } from '../work-override.ts';

/** The writes that tell the worklist of an override, for the transaction that creates it. None without open work. */
export async function overriddenWork(
  { store, caller, now }: Context,
  { data }: AssessmentRecord,
  override: OverrideRecord,
): Promise<Write[]> {
  const [known] = await findWork(store, caller, [override.data.subjectId]);
  if (!known || !placeOfWork(known.work)) return [];
  const overrides = withOverride(known.overrides, data.evidenceRevision, inWork(override, data));
  return replaceWork(caller, known, { ...known, overrides }, now);
}

/** An override as the worklist knows it. */
export function inWork(
  { id, data: { assessmentId, policyKey, decision, expiresAt } }: OverrideRecord,
  { freshUntil, reviewDueAt }: Pick<AssessmentRecord['data'], 'freshUntil' | 'reviewDueAt'>,
): WorkOverride {
  const until = earliestOf([expiresAt, freshUntil, reviewDueAt]);
  return { id, policyKey, assessmentId, decision, until };
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
