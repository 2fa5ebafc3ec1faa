import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layOutColumns } from '../../console/pictures/delivery-columns-layout.ts';
import { layOutLanes } from '../../console/pictures/evidence-lanes-layout.ts';
import { freshnessOf } from '../../console/pictures/freshness-layout.ts';
import { calendarInWords, layOutCalendar } from '../../console/pictures/list-calendar-layout.ts';
import { layOutStrip } from '../../console/pictures/match-strip-layout.ts';
import { laneOf, layOutStory } from '../../console/pictures/story-layout.ts';
import { layOutWaterfall, type WaterfallInput } from '../../console/pictures/waterfall-layout.ts';

const points = fc.integer({ min: -50, max: 100 });

const factor = (index: number, contribution: number | null): WaterfallInput['factors'][number] => ({
  key: `factor_${index}`,
  label: null,
  status: contribution === null ? 'unknown' : 'case_taken',
  case: contribution === null ? null : 0,
  points: contribution,
  weight: 1,
  contribution,
  unknownInputs: contribution === null ? ['email.age_days'] : [],
});

const policyWith = (
  contributions: readonly (number | null)[],
  { floor = 0, ceiling = 100 }: { floor?: number; ceiling?: number | null } = {},
): WaterfallInput => {
  const sum = contributions.reduce<number>((total, one) => total + (one ?? 0), 0);
  const score = Math.max(floor, ceiling === null ? sum : Math.min(ceiling, sum));
  return {
    score,
    band: score >= 40 ? 'high' : 'low',
    factors: contributions.map((one, index) => factor(index, one)),
    definition: {
      aggregation: 'sum',
      floor,
      ceiling,
      bands: [
        { id: 'low', from: 0 },
        { id: 'high', from: 40 },
      ],
      factors: [],
    },
  };
};

test('waterfall: the steps add up to the score, with floor and ceiling as steps of their own', () => {
  fc.assert(
    fc.property(fc.array(fc.option(points), { maxLength: 12 }), (contributions) => {
      const input = policyWith(contributions);
      const { steps } = layOutWaterfall(input);
      const moved = steps.filter(({ kind }) => kind !== 'total');
      const sum = moved.reduce((total, { from, to }) => total + (to - from), 0);
      expect(sum).toBeCloseTo(input.score ?? 0, 9);
      expect(steps.at(-1)).toMatchObject({ kind: 'total', from: 0, to: input.score });
    }),
  );
});

test('waterfall: every step lies within the scale, and the words name every factor', () => {
  fc.assert(
    fc.property(fc.array(points, { minLength: 1, maxLength: 12 }), (contributions) => {
      const { steps, min, max, summary } = layOutWaterfall(policyWith(contributions));
      for (const { from, to, label, kind } of steps) {
        expect(Math.min(from, to)).toBeGreaterThanOrEqual(min);
        expect(Math.max(from, to)).toBeLessThanOrEqual(max);
        if (kind !== 'total') expect(summary).toContain(label);
      }
    }),
  );
});

test('waterfall: an unknown factor has no points and names what is missing', () => {
  const { steps } = layOutWaterfall(policyWith([10, null]));
  expect(steps[1]).toMatchObject({ kind: 'unknown', points: '?', note: 'unknown: email.age_days' });
});

test('waterfall: with the aggregation maximum, bars start at zero and the score is the highest', () => {
  const input = policyWith([30, 20]);
  const { steps } = layOutWaterfall({
    ...input,
    score: 30,
    definition: { ...input.definition, aggregation: 'maximum' },
  });
  expect(steps.map(({ from, to }) => [from, to])).toEqual([
    [0, 30],
    [0, 20],
    [0, 30],
  ]);
});

const at = (hours: number) => new Date(Date.UTC(2026, 0, 1) + hours * 3_600_000).toISOString();

test('story: events keep their order on the axis, and none leaves it', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 5000 }), { maxLength: 60 }), (hours) => {
      const events = hours.map((hour, index) => ({
        id: String(index),
        at: at(hour),
        lane: 'evidence' as const,
        words: `event ${index}`,
      }));
      const { dots } = layOutStory({ events, scores: [], now: Date.parse(at(5001)), bands: new Map() });
      expect(dots.flatMap((dot) => dot.events)).toHaveLength(hours.length);
      const times = dots.flatMap((dot) => dot.events.map((event) => Date.parse(event.at)));
      expect(times).toEqual(times.toSorted((one, other) => one - other));
      dots.forEach((dot, index) => {
        expect(dot.x).toBeGreaterThanOrEqual(0);
        expect(dot.x).toBeLessThanOrEqual(1);
        const before = dots[index - 1];
        if (before) expect(dot.x).toBeGreaterThan(before.x);
      });
    }),
  );
});

const activities = (hours: readonly number[]) =>
  hours.map((hour, index) => ({
    id: String(index),
    at: at(hour),
    lane: 'activity' as const,
    words: 'Activity reported',
  }));

const storyOf = (hours: readonly number[], now: number) =>
  layOutStory({ events: activities(hours), scores: [], now: Date.parse(at(now)), bands: new Map() });

test('story: quiet time of more than two and a half hours is folded and has its length', () => {
  expect(storyOf([0, 1, 200], 200.5).folds.map(({ seconds }) => seconds)).toEqual([199 * 3600]);
});

test('story: time between folds is drawn to scale', () => {
  const { dots } = storyOf([0, 1, 3, 200, 202, 203], 203);
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = dots.map(({ x }) => x);
  expect(c - b).toBeCloseTo(2 * (b - a), 9);
  expect(e - d).toBeCloseTo(2 * (f - e), 9);
  expect(e - d).toBeCloseTo(c - b, 9);
  expect(f).toBe(1);
});

test('story: three months with an event every few days have no folds', () => {
  const { folds, dots } = storyOf(
    [0, 5, 9, 14, 20, 26, 33, 40, 46, 52, 59, 66, 72, 79, 85].map((day) => day * 24),
    90 * 24,
  );
  expect(folds).toEqual([]);
  expect(dots.at(-1)?.x).toBeCloseTo(85 / 90, 9);
});

test('story: seconds between days do not fill the picture', () => {
  const { dots } = storyOf([0, 0.005, 720, 720.005], 1440);
  expect(dots.map(({ x, events }) => [Math.round(x * 100), events.length])).toEqual([
    [0, 1],
    [5, 1],
    [50, 1],
    [55, 1],
  ]);
});

test('story: events too close to distinguish are one dot that names them all', () => {
  const { dots } = storyOf([0, 0.001, 0.002, 2], 2);
  expect(dots.map(({ events }) => events.length)).toEqual([3, 1]);
});

test('story: a strip per policy has its own bands, its scores in order of time and its turns', () => {
  const scores = [
    { at: at(2), policyKey: 'onboarding', score: 50, band: 'high', assessmentId: 'b' },
    { at: at(1), policyKey: 'onboarding', score: 10, band: 'low', assessmentId: 'a' },
    { at: at(2.5), policyKey: 'onboarding', score: 55.25, band: 'high', assessmentId: 'd' },
    { at: at(1), policyKey: 'fraud', score: null, band: null, assessmentId: 'c' },
    { at: at(2), policyKey: 'payments', score: 7, band: 'normal', assessmentId: 'e' },
  ];
  const bands = new Map([
    [
      'onboarding',
      [
        { id: 'low', from: 0 },
        { id: 'high', from: 40 },
      ],
    ],
  ]);
  const { strips } = layOutStory({ events: [], scores, now: Date.parse(at(3)), bands });
  expect(strips.map(({ policyKey }) => policyKey)).toEqual(['onboarding', 'payments']);
  expect(strips[0]?.points.map(({ assessmentId }) => assessmentId)).toEqual(['a', 'b', 'd']);
  expect(strips[0]?.turns.map(({ words }) => words)).toEqual(['10 → 50']);
  expect(strips[0]?.bandEdges.map(({ id }) => id)).toEqual(['low', 'high']);
  expect(strips[1]?.bandEdges).toEqual([]);
});

test('story: event types belong to lanes, and others are left out', () => {
  expect(laneOf('risk.evidence.recorded')).toBe('evidence');
  expect(laneOf('risk.note.added')).toBe('notes');
  expect(laneOf('webhook.ping')).toBeUndefined();
});

test('freshness: the earlier of expiry and maximum age decides', () => {
  const observedAt = at(0);
  const now = Date.parse(at(12));
  expect(freshnessOf({ observedAt, expiresAt: null, maxAgeSeconds: 86_400 }, now)).toMatchObject({
    left: 0.5,
    state: 'fresh',
  });
  expect(freshnessOf({ observedAt, expiresAt: at(13), maxAgeSeconds: 86_400 }, now).state).toBe('ending');
  expect(freshnessOf({ observedAt, expiresAt: at(6), maxAgeSeconds: 86_400 }, now)).toMatchObject({
    left: 0,
    state: 'over',
  });
  expect(freshnessOf({ observedAt, expiresAt: null, maxAgeSeconds: null }, now).state).toBe('forever');
});

const receipt = (id: string, hour: number, value: unknown, supersedesId: string | null = null) => ({
  id,
  fact: 'email.age_days',
  source: 's',
  status: 'available',
  value,
  supersedesId,
  observedAt: at(hour),
  expiresAt: null,
});

test('evidence lanes: a superseded receipt ends where its successor begins', () => {
  const {
    lanes: [lane],
  } = layOutLanes([receipt('a', 0, 1), receipt('b', 6, 2, 'a')], Date.parse(at(12)));
  expect(lane?.bars).toMatchObject([
    { id: 'a', from: 0, to: 0.5, isSuperseded: true },
    { id: 'b', from: 0.5, to: 1, isSuperseded: false },
  ]);
  expect(lane?.disagrees).toBe(false);
});

test('evidence lanes: current receipts with different values disagree', () => {
  const {
    lanes: [lane],
  } = layOutLanes([receipt('a', 0, 1), receipt('b', 6, 2)], Date.parse(at(12)));
  expect(lane?.disagrees).toBe(true);
});

test('evidence lanes: the axis has even times from the first observation to now', () => {
  const { ticks } = layOutLanes([receipt('a', 0, 1), receipt('b', 6, 2)], Date.parse(at(12)));
  expect(ticks.map((time) => new Date(time).toISOString())).toEqual(
    [0, 3, 6, 9, 12].map((hour) => new Date(at(hour)).toISOString()),
  );
});

test('evidence lanes: an expired receipt does not disagree', () => {
  const expiring = (hour: number) => ({ ...receipt('a', 0, 1), expiresAt: at(hour) });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 23 }), fc.integer({ min: 1, max: 23 }), (end, now) => {
      const {
        lanes: [lane],
      } = layOutLanes([expiring(end), receipt('b', 0, 2)], Date.parse(at(now)));
      expect(lane?.disagrees).toBe(end > now);
    }),
  );
});

test('match strip: the parts add up to the score, without factors of zero points', () => {
  const factors = [
    { code: 'name_same', points: 85, detail: '' },
    { code: 'dob_near', points: 0, detail: '' },
    { code: 'nationality_other', points: -20, detail: '' },
  ];
  const parts = layOutStrip(factors);
  expect(parts.map(({ from, to }) => [from, to])).toEqual([
    [0, 85],
    [85, 65],
  ]);
});

test('list calendar: a day shows its worst outcome, and days without events are empty', () => {
  const cells = layOutCalendar(
    [
      { day: '2026-03-02', outcome: 'held' },
      { day: '2026-03-02', outcome: 'switched' },
      { day: '2026-03-03', outcome: 'confirmed' },
      { day: '2026-03-03', outcome: null },
    ],
    { days: 3, now: Date.parse('2026-03-03T12:00:00Z') },
  );
  expect(cells).toEqual([
    { day: '2026-03-01', outcome: 'nothing', words: 'nothing recorded' },
    { day: '2026-03-02', outcome: 'held', words: 'held for approval and new version' },
    { day: '2026-03-03', outcome: 'confirmed', words: 'confirmed' },
  ]);
  expect(calendarInWords(cells)).toBe(
    'held for approval and new version on 2026-03-02, confirmed on 1 day, nothing recorded on 1 day',
  );
});

test('delivery columns: every column fits, failures stay visible, and the words have the totals', () => {
  const attempts = fc.record({ succeeded: fc.nat(100_000), failed: fc.nat(1_000) });
  fc.assert(
    fc.property(fc.array(attempts, { maxLength: 168 }), (hours) => {
      const { columns, summary } = layOutColumns(
        hours.map((one, index) => ({ ...one, hour: `${index}`, p95LatencyMs: null })),
      );
      for (const { succeeded, failed, succeededHeight, failedHeight } of columns) {
        expect(succeededHeight + failedHeight).toBeLessThanOrEqual(1 + 1e-9);
        expect(failedHeight > 0).toBe(failed > 0);
        expect(succeededHeight >= 0).toBe(true);
        if (succeeded === 0) expect(succeededHeight).toBe(0);
      }
      const failed = hours.reduce((sum, one) => sum + one.failed, 0);
      const isEmpty = hours.every((one) => one.succeeded + one.failed === 0);
      expect(summary).toContain(isEmpty ? 'no attempts' : `${failed.toLocaleString('en-GB')} failed`);
    }),
  );
});
