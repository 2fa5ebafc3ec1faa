import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Comparison,
  compareShardPlans,
  STEP_LEAD_MS,
  type StoredPlans,
} from '#shared/platform/store/compare-shard-plans.ts';
import { parseShardPlans, type ShardPlan, shardIn } from '#shared/platform/store/shard-plan.ts';
import { idAt } from '#test/support/ids.ts';

const NOW_MS = Date.UTC(2030, 0, 1);
const DAY_MS = 86_400_000;

const storedOf = (plan: ShardPlan, storedMs = 0) => plan.map((step) => ({ ...step, storedMs }));
const configuredWith = (subjects: ShardPlan) => ({ ...parseShardPlans(''), subjects });
const allStored = (subjects: ShardPlan, storedMs = 0): StoredPlans =>
  Object.fromEntries(Object.entries(configuredWith(subjects)).map(([kind, plan]) => [kind, storedOf(plan, storedMs)]));
const isAccepted = (compared: Comparison) => !('differences' in compared);

/** Up to four steps around now. */
const Plans = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom(4, 8, 16, 32), { minLength: 1, maxLength: 4 }),
    fc.uniqueArray(fc.integer({ min: -3, max: 3 }), { minLength: 3, maxLength: 3 }),
  )
  .map(([shards, days]): ShardPlan => {
    const [first = 4, ...later] = shards.toSorted((a, b) => a - b);
    const inOrder = days.toSorted((a, b) => a - b);
    const steps = later.map((count, index) => ({
      fromMs: NOW_MS + (inOrder[index] ?? 0) * DAY_MS,
      shards: count,
    }));
    return [{ fromMs: 0, shards: first }, ...steps];
  });

test('a function that may run has every row where the stored plan has it, for as long as it may', () => {
  let accepted = 0;
  fc.assert(
    fc.property(Plans, Plans, fc.boolean(), fc.integer({ min: 1, max: 4 }), (one, two, same, cut) => {
      // Plans of one stage begin alike; unrelated ones are hardly ever accepted.
      const configured = same ? (one.slice(0, cut) as unknown as ShardPlan) : two;
      const compared = compareShardPlans(allStored(one), configuredWith(configured), NOW_MS);
      if ('differences' in compared) return;
      accepted += 1;
      const stage = (compared.grown?.subjects ?? one) as ShardPlan;
      for (let day = -4; day <= 4; day += 1)
        for (const tie of [0, 5, 37, 63]) {
          const ms = NOW_MS + day * DAY_MS;
          if (ms >= compared.untilMs) continue;
          const id = idAt(ms, tie);
          expect(shardIn(configured, id)).toBe(shardIn(stage, id));
          // What was written by the stored plan before is found where it is.
          if (ms < NOW_MS + STEP_LEAD_MS) expect(shardIn(stage, id)).toBe(shardIn(one, id));
        }
    }),
  );
  expect(accepted).toBeGreaterThan(20);
});

test.each([
  ['another initial number', [[0, 8]], /subjects: 8 instead of 4/],
  [
    'a step with another number',
    [
      [0, 4],
      [-1, 16],
    ],
    /4,16@\S+ instead of 4,8@/,
  ],
  [
    'a step at another time',
    [
      [0, 4],
      [-2, 8],
    ],
    /instead of/,
  ],
  ['a step missing that has begun', [[0, 4]], /no step 8@2029-12-31/],
  [
    'a further step that has begun',
    [
      [0, 4],
      [-1, 8],
      [0, 16],
    ],
    /begins too soon/,
  ],
] as [string, [number, number][], RegExp][])('a plan with %s differs', (_name, steps, says) => {
  const planOf = (all: [number, number][]) =>
    all.map(([day, shards], index) => ({
      fromMs: index === 0 ? 0 : NOW_MS + day * DAY_MS,
      shards,
    })) as unknown as ShardPlan;
  const stored = allStored(
    planOf([
      [0, 4],
      [-1, 8],
    ]),
  );

  const compared = compareShardPlans(stored, configuredWith(planOf(steps)), NOW_MS);

  expect(compared).toEqual({ differences: [expect.stringMatching(says)] });
});

test('a kind that a later release adds is stored, and earlier code ignores it', () => {
  const { subjects: _left, ...without } = allStored([{ fromMs: 0, shards: 4 }]);
  const configured = configuredWith([{ fromMs: 0, shards: 4 }]);

  const added = compareShardPlans(without, configured, NOW_MS);
  const ignored = compareShardPlans(
    { ...allStored([{ fromMs: 0, shards: 4 }]), widgets: storedOf([{ fromMs: 0, shards: 2 }]) },
    configured,
    NOW_MS,
  );

  expect(added).toMatchObject({
    grown: { ...without, subjects: [{ fromMs: 0, shards: 4, storedMs: NOW_MS }] },
  });
  expect(isAccepted(ignored) && ignored).toMatchObject({ grown: undefined, missing: [] });
});
