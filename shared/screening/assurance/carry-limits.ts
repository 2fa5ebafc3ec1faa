import type { AssuranceResult } from '@assay/watchlist/assurance';
import type { AssuranceLimit, LapsedLimit } from './limit.ts';
import { type OwnResult, outcomeOfOwn, worseOf } from './own-cases.ts';

type ClassResult = AssuranceResult['classes'][number];

export const isOfClass =
  ({ class: key, known }: Pick<ClassResult, 'class' | 'known'>) =>
  (other: Pick<ClassResult, 'class' | 'known'>) =>
    other.class === key && other.known === known;

/** Which limits of the test before hold for the next one: those that are in force and whose class finds no less. */
export function carryLimits(
  before: readonly AssuranceLimit[],
  classes: readonly ClassResult[],
  endedAt: string,
): { carried: AssuranceLimit[]; lapsed: LapsedLimit[] } {
  const carried: AssuranceLimit[] = [];
  const lapsed: LapsedLimit[] = [];
  for (const limit of before) {
    const recall = classes.find(isOfClass(limit))?.recall ?? null;
    const { class: key, known, acceptedIn } = limit;
    const reason =
      Date.parse(limit.expiresAt) <= Date.parse(endedAt)
        ? 'expired'
        : recall === null || recall < limit.recall
          ? 'recall_fell'
          : null;
    if (reason === null) carried.push(limit);
    else lapsed.push({ class: key, known, reason, acceptedIn });
  }
  return { carried, lapsed };
}

export const inForce = (limits: readonly AssuranceLimit[], now: Date): AssuranceLimit[] =>
  limits.filter(({ expiresAt }) => Date.parse(expiresAt) > now.getTime());

/** The outcome of a result if classes with an accepted limit did not count. */
export function outcomeBeyond(
  { classes, own }: Pick<AssuranceResult, 'classes'> & { own?: OwnResult | undefined },
  accepted: readonly AssuranceLimit[],
): AssuranceResult['outcome'] {
  const short = classes.filter((one) => one.status === 'short' && !accepted.some(isOfClass(one)));
  const ofClasses = short.some(({ expected }) => expected === 'must')
    ? 'failed'
    : short.some(({ expected }) => expected === 'should')
      ? 'limited'
      : 'passed';
  return own ? worseOf(ofClasses, outcomeOfOwn(own)) : ofClasses;
}
