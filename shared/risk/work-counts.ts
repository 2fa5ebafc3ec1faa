import * as z from 'zod';
import { bucketOf, type HistogramScale } from '#shared/platform/histogram.ts';
import type { SubjectWork } from './repository/subject-work.ts';
import { type Deadlines, dueAtOf, placeOfWork, WorkDecision } from './work.ts';
import { Episodes } from './work-episodes.ts';

/**
 * What the work of one subject adds to the counters of its organization and mode. A worker stores it beside the work
 * when it counts it, and counts the difference the next time: whatever is repeated, late or left out, the counters are
 * the sum over all subjects. Pure rules.
 */
export const CountedWork = z.object({
  /** Revision of the work. */
  revision: z.number(),
  /** Worst decision; null without open work. */
  decision: WorkDecision.nullable(),
  assignee: z.string().nullable(),
  /** Not `dueAt`: that is an attribute of the index of due rows. */
  deadline: z.string().nullable(),
  /** Requests without an answer, by addressee. */
  waits: z.record(z.string(), z.number()),
  episodes: Episodes.optional(),
});
export type CountedWork = z.infer<typeof CountedWork>;

export function countedOf(subject: SubjectWork, deadlines: Deadlines): CountedWork {
  const { revision, assignee, work, requests = [], episodes } = subject;
  const decision = placeOfWork(work)?.decision ?? null;
  const byAddressee = Map.groupBy(requests, ({ to }) => to);
  return {
    revision,
    decision,
    assignee: decision && assignee,
    deadline: decision && dueAtOf(work, deadlines),
    waits: Object.fromEntries([...byAddressee].map(([to, ofOne]) => [to, ofOne.length])),
    ...(episodes && { episodes }),
  };
}

const [MINUTE, HOUR, DAY] = [60, 60 * 60, 24 * 60 * 60];

/** How long work takes, in seconds. */
export const DURATION: HistogramScale = {
  bounds: [
    ...[1, 5, 15, 30].map((minutes) => minutes * MINUTE),
    ...[1, 2, 4, 8, 12].map((hours) => hours * HOUR),
    ...[1, 2, 3, 5, 7, 14, 30, 60, 90].map((days) => days * DAY),
  ],
  longest: 365 * DAY,
};

/** Row of counters -> what is added to each. */
export type Increments = Map<string, Record<string, number>>;

/** The sort keys of counters. Those of the current state sort together, behind the days. */
export const dayRow = (day: string) => `day#${day}`;
export const DUE_ROWS = 'due#';
export const NOW_ROW = 'now';
export const PERSON_ROWS = 'person#';
export const ADDRESSEE_ROWS = 'to#';

const dayOf = (at: string) => at.slice(0, 'YYYY-MM-DD'.length);
const hourOf = (at: string) => at.slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH'.length);

/** What has to be added to the counters after the work of a subject was counted as `before`. */
export function differences(before: CountedWork | undefined, after: CountedWork): Increments {
  const increments: Increments = new Map();
  const add = (row: string, counter: string, by: number) => addTo(increments, row, counter, by);
  if (before) addState(add, before, -1);
  addState(add, after, 1);
  addEpisodes(add, before?.episodes, after.episodes);
  return withoutZeros(increments);
}

type Add = (row: string, counter: string, by: number) => void;

export function addTo(increments: Increments, row: string, counter: string, by: number): void {
  const counters = increments.get(row) ?? {};
  counters[counter] = (counters[counter] ?? 0) + by;
  increments.set(row, counters);
}

function addState(add: Add, { decision, assignee, deadline, waits }: CountedWork, by: 1 | -1): void {
  for (const [to, requests] of Object.entries(waits)) add(`${ADDRESSEE_ROWS}${to}`, 'waiting', by * requests);
  if (decision === null) return;
  add(NOW_ROW, `open_${decision}`, by);
  if (assignee) add(`${PERSON_ROWS}${assignee}`, 'open', by);
  if (deadline === null) return;
  // Deadlines that lie ahead are counted by hour: those that have passed are the others.
  const [row, hour] = [`${DUE_ROWS}${dayOf(deadline)}`, `h${hourOf(deadline)}`];
  add(NOW_ROW, `due_${decision}`, by);
  add(row, `${hour}_${decision}`, by);
  if (!assignee) return;
  add(`${PERSON_ROWS}${assignee}`, 'due', by);
  add(`${row}#${assignee}`, hour, by);
}

/** Each episode counts once on the day it was opened, taken and ended. */
function addEpisodes(add: Add, before: Episodes | undefined, after: Episodes | undefined): void {
  for (const [index, episode] of (after?.latest ?? []).entries()) {
    const known = numbered(before, numberOf(after, index));
    const { openedAt, takenAt, endedAt } = episode;
    const secondsUntil = (at: string) => Math.max(0, (Date.parse(at) - Date.parse(openedAt)) / 1000);
    if (!known) add(dayRow(dayOf(openedAt)), 'opened', 1);
    if (takenAt && !known?.takenAt) add(dayRow(dayOf(takenAt)), `taken${bucketOf(secondsUntil(takenAt), DURATION)}`, 1);
    if (endedAt && !known?.endedAt) {
      add(dayRow(dayOf(endedAt)), 'closed', 1);
      add(dayRow(dayOf(endedAt)), `decided${bucketOf(secondsUntil(endedAt), DURATION)}`, 1);
    }
  }
}

const numberOf = (episodes: Episodes | undefined, index: number) =>
  (episodes?.count ?? 0) - (episodes?.latest.length ?? 0) + index + 1;

/** An episode that was counted and is stored no more has ended, so it is never asked for. */
const numbered = (episodes: Episodes | undefined, number: number) => episodes?.latest[number - numberOf(episodes, 0)];

function withoutZeros(increments: Increments): Increments {
  const kept = [...increments].map(([row, counters]) => {
    const changed = Object.entries(counters).filter(([, by]) => by !== 0);
    return [row, Object.fromEntries(changed)] as const;
  });
  return new Map(kept.filter(([, counters]) => Object.keys(counters).length > 0));
}
