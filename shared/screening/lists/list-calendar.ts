import * as z from 'zod';
import { HISTORY_DAYS } from '../limits.ts';
import type { ListEventType } from './list-event.ts';

/** What became of a list on one day. */
export const Outcome = z.enum(['confirmed', 'switched', 'held', 'failed']);
export type Outcome = z.infer<typeof Outcome>;

const OUTCOMES: Partial<Record<ListEventType, Outcome>> = {
  'screening.list.confirmed': 'confirmed',
  'screening.list.activated': 'switched',
  'screening.list.approved': 'switched',
  'screening.list.rolled_back': 'switched',
  'screening.list.held': 'held',
  'screening.list.refused': 'failed',
};
export const outcomeOf = (type: ListEventType): Outcome | null => OUTCOMES[type] ?? null;

/**
 * The outcomes of the last days, one character for each. Every screening run reads the row they are
 * in, so they have to be short.
 */
export const ListCalendar = z.object({
  /** The day of the last character, such as 2026-03-14. Days are UTC. */
  lastDay: z.string(),
  outcomes: z.string(),
});
export type ListCalendar = z.infer<typeof ListCalendar>;

const DAY_MS = 24 * 60 * 60 * 1000;
const NOTHING = '.';
const CODES: Record<Outcome, string> = { confirmed: 'c', switched: 's', held: 'h', failed: 'f' };
/** A day shows the worst of its outcomes. */
const WORST_LAST = [NOTHING, ...Object.values(CODES)];

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

interface WithCalendar {
  calendar?: ListCalendar | undefined;
}

/** Adds the outcome of an event to the calendar of a list; other events change nothing. */
export function withOutcomeOf<State extends WithCalendar>(state: State, type: ListEventType, now: Date): State {
  const outcome = outcomeOf(type);
  return outcome ? withOutcome(state, outcome, now) : state;
}

/** The same state if the day has this outcome, or a worse one, already. */
export function withOutcome<State extends WithCalendar>(state: State, outcome: Outcome, now: Date): State {
  const today = dayOf(now.getTime());
  const { lastDay, outcomes } = state.calendar ?? { lastDay: today, outcomes: NOTHING };
  const daysLater = Math.round((Date.parse(today) - Date.parse(lastDay)) / DAY_MS);
  const days = [...outcomes, ...Array.from({ length: Math.max(0, daysLater) }, () => NOTHING)];
  const at = days.length - 1 + Math.min(0, daysLater);
  const before = days[at];
  if (before === undefined) return state;
  const code = CODES[outcome];
  if (WORST_LAST.indexOf(before) >= WORST_LAST.indexOf(code)) return state;
  days[at] = code;
  const calendar = {
    lastDay: daysLater > 0 ? today : lastDay,
    outcomes: days.slice(-HISTORY_DAYS).join(''),
  };
  return { ...state, calendar };
}

/** The days with an outcome among the last ones, the oldest first. */
export function daysIn(
  calendar: ListCalendar | undefined,
  count: number,
  now: Date,
): { day: string; outcome: Outcome }[] {
  if (!calendar) return [];
  const { lastDay, outcomes } = calendar;
  const since = dayOf(now.getTime() - (count - 1) * DAY_MS);
  return [...outcomes].flatMap((code, index) => {
    const day = dayOf(Date.parse(lastDay) - (outcomes.length - 1 - index) * DAY_MS);
    const outcome = Outcome.options.find((one) => CODES[one] === code);
    return outcome && day >= since ? [{ day, outcome }] : [];
  });
}
