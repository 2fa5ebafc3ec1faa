import { hash } from 'node:crypto';
import { LIST_KINDS } from '@assay/watchlist';
import * as z from 'zod';
import { kindOf } from './lists/list.ts';
import type { FactMatch, IncompleteByKind } from './risk-facts.ts';
import { PepStanding, type ScreeningMatch, type ScreeningRun } from './run.ts';

/**
 * The matches of one run that are in force for its risk subject: those that a person confirmed, and those without a
 * decision. While they are in force, no other run weakens the facts of the subject. Pure rules; a row
 * per run is stored, small whatever the number of matches.
 */
const Strongest = z.object({
  matchId: z.string(),
  score: z.number(),
  /** Of a match on the PEP list. */
  standing: PepStanding.nullable(),
  /** Of a match on a sanctions list. Absent in rows of releases that did not store them. */
  measures: z.array(z.string()).optional(),
});

const ConfirmedMatch = Strongest.extend({
  /** Null if the id is too long to be stored. */
  entryId: z.string().nullable(),
  /** The version of the list that was last known to contain the entry. */
  seenIn: z.string().nullable(),
  /** The entry has left its list, and a new decision was requested. */
  isRemoved: z.literal(true).optional(),
});
export type ConfirmedMatch = z.infer<typeof ConfirmedMatch>;

const ListInForce = z.object({
  /** Undecided matches. Absent if there are none, or a later run of the same data has replaced them. */
  open: z
    .object({
      /** Hash of the entry id -> score. */
      entries: z.record(z.string(), z.number()),
      /** The highest score of each standing: enough to derive the facts. */
      strongest: z.array(Strongest),
      /** The strongest match of each measure that the above do not have. */
      byMeasure: z.array(Strongest).optional(),
    })
    .optional(),
  confirmed: z.array(ConfirmedMatch),
  /** Of an own list. */
  listKind: z.enum(LIST_KINDS).optional(),
});
type ListInForce = z.infer<typeof ListInForce>;

export const MatchesInForce = z.object({
  runId: z.string(),
  subjectDigest: z.string(),
  reviewScore: z.number(),
  lookbackMonths: z.number().nullable(),
  /** By list key. */
  lists: z.record(z.string(), ListInForce),
});
export type MatchesInForce = z.infer<typeof MatchesInForce>;

const ENTRY_ID_CHARACTERS = 200;

const entryHash = (entryId: string) => hash('sha256', entryId, 'buffer').subarray(0, 8).toString('base64url');

const strongestOf = ({ id, score, pep, entry }: ScreeningMatch) => ({
  matchId: id,
  score,
  standing: pep?.standing ?? null,
  ...(!pep && { measures: entry?.measures.length ? entry.measures : ['other'] }),
});

const strongestIn = (matches: readonly z.infer<typeof Strongest>[]) =>
  matches.reduce((top, one) => (one.score > top.score ? one : top));

/** Enough to derive the measures at any score: each measure with the highest score that has it. */
function strongestByMeasure(matches: readonly z.infer<typeof Strongest>[]) {
  const byMeasure = Map.groupBy(
    matches.flatMap((match) => (match.measures ?? []).map((measure) => ({ measure, match }))),
    ({ measure }) => measure,
  );
  return [...byMeasure].map(([measure, having]) => ({
    ...strongestIn(having.map(({ match }) => match)),
    measures: [measure],
  }));
}

function openOf(matches: readonly ScreeningMatch[]): ListInForce['open'] {
  const open = matches.filter(({ decision }) => decision === 'pending');
  if (open.length === 0) return undefined;
  const all = open.map(strongestOf);
  const byStanding = Map.groupBy(all, ({ standing }) => standing);
  const byMeasure = strongestByMeasure(all);
  return {
    entries: Object.fromEntries(open.map(({ sourceEntryId, score }) => [entryHash(sourceEntryId), score])),
    strongest: [...byStanding.values()].map(strongestIn),
    ...(byMeasure.length > 0 && { byMeasure }),
  };
}

const confirmedOf = (
  run: ScreeningRun,
  matches: readonly ScreeningMatch[],
  before: readonly ConfirmedMatch[],
): ConfirmedMatch[] =>
  matches
    .filter(({ decision }) => decision === 'confirmed')
    .map((match) => {
      const { sourceEntryId, source } = match;
      const known = before.find(({ matchId }) => matchId === match.id);
      return (
        known ?? {
          ...strongestOf(match),
          entryId: sourceEntryId.length <= ENTRY_ID_CHARACTERS ? sourceEntryId : null,
          seenIn: run.sources.find(({ key }) => key === source)?.versionId ?? null,
        }
      );
    });

/**
 * The matches of a run after a decision. A list whose undecided matches a later run has replaced stays replaced:
 * `before` is what was in force, or undefined if nothing was.
 */
export function afterDecision(before: MatchesInForce | undefined, run: ScreeningRun): MatchesInForce {
  const bySource = Map.groupBy(run.matches, ({ source }) => source);
  const lists = [...bySource].map(([key, matches]): [string, ListInForce] => {
    const known = before?.lists[key];
    const open = known?.open && openOf(matches);
    const listKind = run.sources.find((source) => source.key === key)?.listKind;
    return [
      key,
      {
        ...(open && { open }),
        confirmed: confirmedOf(run, matches, known?.confirmed ?? []),
        ...(listKind && { listKind }),
      },
    ];
  });
  return {
    runId: run.id,
    subjectDigest: run.subjectDigest,
    reviewScore: run.policy.reviewScore,
    lookbackMonths: run.policy.pepLookbackMonths,
    lists: withoutEmpty(Object.fromEntries(lists)),
  };
}

/** The matches of a run that no later run has replaced. */
export function inForceOf(run: ScreeningRun): MatchesInForce {
  const lists = run.sources.map(({ key }): [string, ListInForce] => [
    key,
    { open: { entries: {}, strongest: [] }, confirmed: [] },
  ]);
  const everyList = { ...afterDecision(undefined, run), lists: Object.fromEntries(lists) };
  return afterDecision(everyList, run);
}

const withoutEmpty = (lists: MatchesInForce['lists']): MatchesInForce['lists'] =>
  Object.fromEntries(Object.entries(lists).filter(([, { open, confirmed }]) => open || confirmed.length > 0));

export const isNothingInForce = ({ lists }: MatchesInForce) => Object.keys(lists).length === 0;
export const hasOpen = ({ lists }: MatchesInForce) => Object.values(lists).some(({ open }) => open !== undefined);

/** A new run, and whether its search of each kind of list was incomplete. */
export interface LaterRun {
  run: ScreeningRun;
  isIncomplete: IncompleteByKind;
}

/**
 * What is left in force of an earlier run once a later one is stored.
 *
 * Undecided matches on a list are replaced by a later run of the same data that found all their entries again, or
 * that searched the list completely and with no higher review score: what it does not find, the list or the scorer
 * has changed. Any other run leaves them. Confirmed matches stay; the standing of a politically exposed person
 * follows the list, since it is judged on the day of the screening.
 */
export function afterLaterRun(earlier: MatchesInForce, later: LaterRun): MatchesInForce {
  const lists = Object.entries(earlier.lists).map(([key, { open, confirmed, ...list }]) => [
    key,
    {
      ...list,
      ...(open && !replaces(later, earlier, key) && { open }),
      confirmed: confirmed.map((match) => withStanding(match, later.run, { key, earlier })),
    },
  ]);
  return { ...earlier, lists: withoutEmpty(Object.fromEntries(lists)) };
}

function replaces({ run, isIncomplete }: LaterRun, earlier: MatchesInForce, key: string): boolean {
  const searched = run.sources.find((source) => source.key === key);
  if (!searched || searched.missing || run.status === 'error') return false;
  if (run.subjectDigest !== earlier.subjectDigest) return false;
  const { reviewScore, pepLookbackMonths } = run.policy;
  // A shorter look-back gives a weaker standing to the same person.
  if ((pepLookbackMonths ?? 0) < (earlier.lookbackMonths ?? 0) && kindOf(searched) === 'pep') return false;
  const isComplete = !isIncomplete[kindOf(searched)] && reviewScore <= earlier.reviewScore;
  return isComplete || findsAll(run, earlier.lists[key]?.open?.entries ?? {}, key);
}

function findsAll(
  run: ScreeningRun,
  entries: Readonly<Record<string, number>>,
  key: string,
  { atLeastAsHigh = false } = {},
): boolean {
  const found = new Map(
    run.matches
      .filter(({ source }) => source === key)
      .map(({ sourceEntryId, score }) => [entryHash(sourceEntryId), score]),
  );
  return Object.entries(entries).every(([entry, score]) => {
    const now = found.get(entry);
    return now !== undefined && (!atLeastAsHigh || now >= score);
  });
}

/**
 * Whether a new run has every undecided match of an earlier one, with at least its score: then the earlier ones
 * may go where a subject has too many.
 */
export const isCoveredBy = (run: ScreeningRun, { lists, lookbackMonths }: MatchesInForce) =>
  (run.policy.pepLookbackMonths ?? 0) >= (lookbackMonths ?? 0) &&
  Object.entries(lists).every(([key, { open }]) => findsAll(run, open?.entries ?? {}, key, { atLeastAsHigh: true }));

export const withoutOpen = (earlier: MatchesInForce): MatchesInForce => ({
  ...earlier,
  lists: withoutEmpty(
    Object.fromEntries(Object.entries(earlier.lists).map(([key, { open: _open, ...list }]) => [key, list])),
  ),
});

/**
 * The matches of a new run in force, without those whose confirmation is remembered: the match that a person confirmed is in
 * force already, and every run would add one.
 */
export function withoutRepeated(
  own: MatchesInForce,
  { matches }: ScreeningRun,
  earlier: ReadonlyMap<string, MatchesInForce>,
): MatchesInForce {
  const isRepeated = (key: string) => (confirmed: ConfirmedMatch) => {
    const from = matches.find(({ id }) => id === confirmed.matchId)?.rememberedFrom;
    const known = from && earlier.get(from.runId)?.lists[key]?.confirmed;
    return known?.some(({ matchId }) => matchId === from?.matchId) ?? false;
  };
  const lists = Object.entries(own.lists).map(([key, list]) => {
    const isOwn = (confirmed: ConfirmedMatch) => !isRepeated(key)(confirmed);
    return [key, { ...list, confirmed: list.confirmed.filter(isOwn) }];
  });
  return { ...own, lists: withoutEmpty(Object.fromEntries(lists)) };
}

function withStanding(
  match: ConfirmedMatch,
  run: ScreeningRun,
  { key, earlier }: { key: string; earlier: MatchesInForce },
): ConfirmedMatch {
  if (run.policy.pepLookbackMonths !== earlier.lookbackMonths) return match;
  const found = run.matches.find(({ source, sourceEntryId }) => source === key && sourceEntryId === match.entryId);
  return found?.pep ? { ...match, standing: found.pep.standing } : match;
}

/** A match in force, as facts are derived from it, and where to find it. */
export interface MatchInForce extends FactMatch {
  runId: string;
  matchId: string;
}

/** The matches in force on any of these lists, confirmed ones first. */
export function matchesOn(keys: readonly string[], inForce: Iterable<MatchesInForce>): MatchInForce[] {
  const all = [...inForce].flatMap(({ runId, lists }) =>
    keys.flatMap((key) => {
      const { open, confirmed = [], listKind } = lists[key] ?? {};
      const present =
        (decision: 'confirmed' | 'pending') =>
        ({ matchId, score, standing, measures }: z.infer<typeof Strongest>): MatchInForce => ({
          runId,
          matchId,
          score,
          decision,
          listKind: kindOf({ key, listKind }),
          pepStanding: standing,
          measures,
        });
      const strongest = [...(open?.strongest ?? []), ...(open?.byMeasure ?? [])];
      return [...confirmed.map(present('confirmed')), ...strongest.map(present('pending'))];
    }),
  );
  const isOpen = ({ decision }: MatchInForce) => Number(decision === 'pending');
  return all.toSorted((a, b) => isOpen(a) - isOpen(b) || b.score - a.score);
}
