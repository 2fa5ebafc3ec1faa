import { DECISIONS } from '@assay/policy-engine';
import * as z from 'zod';
import { placeOf } from '#shared/platform/ids.ts';

/**
 * The overrides that can decide the place of a subject in the worklist. An override ends by time, by newer evidence or
 * by a newer assessment of its policy. Only the last of these changes the work of the subject, so readers compare the
 * others with the clock and with the version of the subject.
 */
export const WorkOverride = z.object({
  id: z.string(),
  policyKey: z.string(),
  assessmentId: z.string(),
  decision: z.enum(DECISIONS),
  /** The earliest of its own end, and the times until which the assessment is fresh and needs no review. */
  until: z.string(),
});
export type WorkOverride = z.infer<typeof WorkOverride>;

/** At most one per policy key. All are of assessments of one evidence revision: newer evidence ends all of them. */
export const WorkOverrides = z.object({ evidenceRevision: z.number(), items: z.array(WorkOverride) });
export type WorkOverrides = z.infer<typeof WorkOverrides>;

/** The override that decides about the open actions of an assessment: that of the latest one of the same policy. */
export const overrideOf = (
  { policyKey, assessmentId }: { policyKey: string; assessmentId: string },
  overrides: readonly WorkOverride[],
) => overrides.find((one) => one.policyKey === policyKey && placeOf(assessmentId) <= placeOf(one.assessmentId));

const orNone = (overrides: WorkOverrides): WorkOverrides | undefined =>
  overrides.items.length > 0 ? overrides : undefined;

export function withOverride(
  before: WorkOverrides | undefined,
  evidenceRevision: number,
  override: WorkOverride,
): WorkOverrides {
  const others = before?.evidenceRevision === evidenceRevision ? before.items : [];
  return { evidenceRevision, items: [...others.filter((one) => one.policyKey !== override.policyKey), override] };
}

export const withoutOverride = (before: WorkOverrides | undefined, id: string): WorkOverrides | undefined =>
  before && orNone({ ...before, items: before.items.filter((one) => one.id !== id) });

/**
 * After an assessment: it has no override yet, and newer evidence has ended those of the other policies. The same
 * object if it ends none.
 */
export function afterAssessment(
  before: WorkOverrides | undefined,
  { policyKey, evidenceRevision }: { policyKey: string; evidenceRevision: number },
): WorkOverrides | undefined {
  if (before?.evidenceRevision !== evidenceRevision) return undefined;
  const items = before.items.filter((one) => one.policyKey !== policyKey);
  return items.length === before.items.length ? before : orNone({ ...before, items });
}

/** The overrides at a time, if nothing else ends them. */
export const liveAt = ({ items }: WorkOverrides, now: Date) =>
  items.filter(({ until }) => Date.parse(until) > now.getTime());

/** What the overrides become as time passes: all of them, then those that end later, one after the other. */
export const stagesOf = ({ items }: WorkOverrides): (readonly WorkOverride[])[] => {
  const byEnd = items.toSorted((one, other) => (one.until < other.until ? -1 : 1));
  return byEnd.map((_, index) => byEnd.slice(index));
};
