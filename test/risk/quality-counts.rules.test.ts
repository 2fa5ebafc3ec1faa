import { expect, test } from 'vitest';
import { presentQuality } from '#shared/risk/policy-quality.ts';
import { type CountedQuality, qualityDifference } from '#shared/risk/quality-counts.ts';
import { seededRandom } from '#test/support/random.ts';

const FIRST: CountedQuality = {
  assessmentId: 'a',
  version: 1,
  evaluatedAt: '2026-03-14T09:26:53.589Z',
  sequence: 1,
  group: 'flagged',
  band: 'high',
  rules: ['new.address'],
  factors: [['email_age', 12_345]],
  label: null,
  isSampled: false,
  isOverridden: false,
  decidedIn: null,
};

test('quality counts: any way to a state leads to the same counters, and means are of its points', () => {
  const random = seededRandom();
  const choose = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const stateOf = (first: CountedQuality): CountedQuality => ({
    ...first,
    label: choose(['positive', 'negative', null] as const),
    isSampled: random() < 0.5,
    isOverridden: random() < 0.3,
    decidedIn: choose([null, 3, 7]),
  });
  const steps: ReturnType<typeof qualityDifference>[] = [];
  const last: CountedQuality[] = [];
  for (let index = 0; index < 200; index += 1) {
    const group = choose(['flagged', 'passed'] as const);
    let state = { ...FIRST, group, factors: [['email_age', Math.floor(random() * 1e6) - 5e5]] as [string, number][] };
    steps.push(qualityDifference(undefined, state));
    for (let change = 0; change < 3; change += 1) {
      const next = stateOf(state) as typeof state;
      steps.push(qualityDifference(state, next));
      state = next;
    }
    last.push(state);
  }
  const counted = (all: typeof steps) => all.flat().map(([name, count]) => ({ name: [...name], count }));
  const days = { from: '2026-03-14', to: '2026-03-14' };
  const found = presentQuality('p', days, counted(steps));

  expect(found).toEqual(presentQuality('p', days, counted(last.map((one) => qualityDifference(undefined, one)))));
  const points = last.flatMap(({ label, factors }) => (label === 'positive' ? [factors[0]?.[1] ?? 0] : []));
  const mean = points.reduce((sum, one) => sum + one, 0) / points.length / 1000;
  expect(found.versions[0]?.factors[0]?.positives.meanPoints).toBeCloseTo(mean, 3);
  const flagged = last.filter(({ group, label }) => group === 'flagged' && label !== null);
  const share = flagged.filter(({ label }) => label === 'positive').length / flagged.length;
  expect(found.versions[0]?.precision.share).toBeCloseTo(share, 4);
  expect(found.versions[0]?.timeToDecision.p50Seconds).toBeGreaterThan(0);
});
