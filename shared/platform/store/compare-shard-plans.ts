import type { ShardPlans, ShardStep } from './shard-plan.ts';

/** A step as it is stored, with the time at which the first function stored it. */
interface StoredStep extends ShardStep {
  storedMs: number;
}

/** By kind; a release that knows fewer or more kinds reads it too. */
export type StoredPlans = Readonly<Record<string, readonly StoredStep[]>>;

/**
 * A step is stored at least this long before it begins, and every process reads the stored plan more often
 * (`stored-shard-plan.ts`). No process therefore writes by a plan without a step after the step has begun.
 */
export const STEP_LEAD_MS = 30 * 60_000;
/** A function without a stored step stops before the step begins, because clocks differ. */
const STOP_BEFORE_MS = 60_000;
/** A release is over after this time: a function without the step is not the old code any more. */
const RELEASE_MS = 3_600_000;

export type Comparison =
  /** Rows would be written where others do not look for them, or not be found. */
  | { differences: readonly string[] }
  | {
      /** The stored plan with what the function adds to it; undefined if it adds nothing. */
      grown: StoredPlans | undefined;
      /** The function may run until then: a stored step that it does not have begins. */
      untilMs: number;
      /** Stored steps that the function should have by now. */
      missing: readonly string[];
    };

/**
 * Compares the plan of a function with the stored one. Steps are only ever appended, so that of two plans of
 * one stage the steps of one begin as those of the other. The shorter one is right until the next step begins:
 * old code during a release, which does not know the step that new code has stored.
 */
export function compareShardPlans(stored: StoredPlans, configured: ShardPlans, nowMs: number): Comparison {
  const differences: string[] = [];
  const missing: string[] = [];
  const added: Record<string, readonly StoredStep[]> = {};
  let untilMs = Number.POSITIVE_INFINITY;
  for (const [kind, steps] of Object.entries(configured)) {
    const known = stored[kind] ?? [];
    const isOther = known.some((step, index) => steps[index] && !isEqual(step, steps[index]));
    const [absent] = known.slice(steps.length);
    const further = steps.slice(known.length);
    if (isOther) differences.push(`${kind}: ${textOf(steps)} instead of ${textOf(known)}`);
    else if (absent && absent.fromMs - STOP_BEFORE_MS <= nowMs)
      differences.push(`${kind}: no step ${textOf([absent])}`);
    else if (absent) {
      untilMs = Math.min(untilMs, absent.fromMs - STOP_BEFORE_MS);
      if (nowMs - absent.storedMs >= RELEASE_MS) missing.push(`${kind}: ${textOf([absent])}`);
    } else if (known.length > 0 && further.some(({ fromMs }) => fromMs < nowMs + STEP_LEAD_MS))
      differences.push(`${kind}: ${textOf(further)} begins too soon to be added`);
    else if (further.length > 0) added[kind] = [...known, ...further.map((step) => ({ ...step, storedMs: nowMs }))];
  }
  if (differences.length > 0) return { differences };
  const isGrown = Object.keys(added).length > 0;
  return { grown: isGrown ? { ...stored, ...added } : undefined, untilMs, missing };
}

const isEqual = (one: ShardStep, other: ShardStep) => one.fromMs === other.fromMs && one.shards === other.shards;

/** As in the setting: `4,8@2027-03-01T00:00:00.000Z`. */
const textOf = (steps: readonly ShardStep[]) =>
  steps
    .map(({ fromMs, shards }) => (fromMs === 0 ? `${shards}` : `${shards}@${new Date(fromMs).toISOString()}`))
    .join(',');
