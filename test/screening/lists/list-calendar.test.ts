import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  daysIn,
  type ListCalendar,
  Outcome,
  withOutcome,
  withOutcomeOf,
} from '#shared/screening/lists/list-calendar.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const START_MS = Date.parse('2026-03-14T12:00:00Z');
const after = (days: number) => new Date(START_MS + days * DAY_MS);
const dayAfter = (days: number) => after(days).toISOString().slice(0, 10);

type State = { calendar?: ListCalendar };
const WORST_FIRST: readonly Outcome[] = ['failed', 'held', 'switched', 'confirmed'];

test('list calendar: every day shows its worst outcome, in whatever order outcomes arrive', () => {
  const outcome = fc.record({
    days: fc.integer({ min: 0, max: 60 }),
    outcome: fc.constantFrom(...Outcome.options),
  });
  fc.assert(
    fc.property(fc.array(outcome, { minLength: 1, maxLength: 40 }), (outcomes) => {
      const [first] = outcomes;
      // Days before the first outcome have no place in the calendar.
      const since = first?.days ?? 0;
      const recorded = outcomes.reduce<State>((state, one) => withOutcome(state, one.outcome, after(one.days)), {});
      const expected = Array.from({ length: 61 - since }, (_, index) => since + index).flatMap((days) => {
        const worst = WORST_FIRST.find((name) => outcomes.some((one) => one.days === days && one.outcome === name));
        return worst ? [{ day: dayAfter(days), outcome: worst }] : [];
      });
      expect(daysIn(recorded.calendar, 90, after(60))).toEqual(expected);
    }),
  );
});

test('list calendar: it has at most 90 days, and a shorter view has its last ones', () => {
  let state: State = {};
  for (let day = 0; day < 200; day++) state = withOutcome(state, 'confirmed', after(day));
  expect(state.calendar?.outcomes).toHaveLength(90);
  expect(daysIn(state.calendar, 90, after(199))).toHaveLength(90);
  expect(daysIn(state.calendar, 2, after(199)).map(({ day }) => day)).toEqual([dayAfter(198), dayAfter(199)]);
  expect(daysIn(state.calendar, 90, after(400))).toEqual([]);
});

test('list calendar: the same outcome again, or a lesser one, leaves the state as it is', () => {
  const state = withOutcome<State>({}, 'held', after(0));
  expect(withOutcome(state, 'held', after(0))).toBe(state);
  expect(withOutcome(state, 'confirmed', after(0))).toBe(state);
  expect(withOutcomeOf(state, 'screening.list.uploaded', after(3))).toBe(state);
  expect(withOutcomeOf(state, 'screening.list.refused', after(3)).calendar).toEqual({
    lastDay: dayAfter(3),
    outcomes: 'h..f',
  });
});
