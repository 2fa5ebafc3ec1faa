import * as z from 'zod';

/** The actions of a review that is due: when they end, monitoring of the policy is due. */
export const WorkReview = z.object({ policyKey: z.string(), actionIds: z.array(z.string()) });
export type WorkReview = z.infer<typeof WorkReview>;

const orNone = (reviews: WorkReview[]): WorkReview[] | undefined => (reviews.length > 0 ? reviews : undefined);

/** After an assessment. The same object if it requested no review. */
export const withReview = (
  before: WorkReview[] | undefined,
  policyKey: string,
  actionIds: string[],
): WorkReview[] | undefined =>
  actionIds.length === 0
    ? before
    : [...(before ?? []).filter((one) => one.policyKey !== policyKey), { policyKey, actionIds }];

/** After actions have ended: what is left, and the policies whose reviews they belonged to. */
export function withoutActions(
  before: WorkReview[] | undefined,
  ended: readonly string[],
): { reviews: WorkReview[] | undefined; policyKeys: string[] } {
  const touched = (before ?? []).filter(({ actionIds }) => actionIds.some((id) => ended.includes(id)));
  if (touched.length === 0) return { reviews: before, policyKeys: [] };
  const left = (before ?? []).flatMap(({ policyKey, actionIds }) => {
    const open = actionIds.filter((id) => !ended.includes(id));
    return open.length > 0 ? [{ policyKey, actionIds: open }] : [];
  });
  return { reviews: orNone(left), policyKeys: touched.map(({ policyKey }) => policyKey) };
}
