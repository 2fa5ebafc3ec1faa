import type { Scope } from '#shared/platform/caller.ts';
import type { NewEvent, Write } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { type ListId, listIdOf } from '../lists/list-id.ts';
import type { ConfirmedMatch, MatchesInForce } from '../matches-in-force.ts';
import { isListed } from '../repository/list-indexes.ts';
import { findRun, replaceRun } from '../repository/runs.ts';
import type { ScreeningRun } from '../run.ts';

/** Entries that one run looks up, and earlier runs that it marks; the next run continues. */
const LOOKED_UP = 10;
const MARKED_RUNS = 2;

interface Reviews {
  byRun: Map<string, MatchesInForce>;
  requested: { writes: Write[]; events: NewEvent[] };
}

/**
 * Requests a new decision on confirmed matches whose entry has left its list since. They stay in force. A version of
 * a list is looked at once for each match.
 */
export async function requestReviews(
  context: Context,
  run: ScreeningRun,
  before: ReadonlyMap<string, MatchesInForce>,
): Promise<Reviews> {
  const { store, caller } = context;
  const byRun = new Map(before);
  const requested: Reviews['requested'] = { writes: [], events: [] };
  let lookUps = LOOKED_UP;
  let marks = MARKED_RUNS;
  for (const inForce of before.values()) {
    const unseen = unseenIn(caller, inForce, run).slice(0, lookUps);
    lookUps -= unseen.length;
    const listed = await Promise.all(unseen.map(lookUp));
    const seen = unseen.filter((_, index) => listed[index] === true);
    const gone = unseen.filter((_, index) => listed[index] === false);
    const found = gone.length > 0 && marks > 0 ? await findRun(store, caller, inForce.runId) : undefined;
    byRun.set(inForce.runId, withSeen(inForce, seen, found ? gone : []));
    if (!found) continue;
    marks -= 1;
    const isGone = (id: string) => gone.some(({ match }) => match.matchId === id);
    const matches = found.stored.run.matches.map((match) =>
      isGone(match.id) && match.decision === 'confirmed'
        ? { ...match, reviewReason: 'listing_removed' as const }
        : match,
    );
    const marked = { ...found.stored, run: { ...found.stored.run, matches } };
    requested.writes.push(...replaceRun(caller, found, marked));
    requested.events.push(...gone.map(({ match }) => reviewEvent(marked.run, match.matchId)));
  }
  return { byRun, requested };
}

interface Unseen {
  key: string;
  list: ListId;
  versionId: string;
  match: ConfirmedMatch & { entryId: string };
}

/** Confirmed matches that were not looked up in the versions that the run has searched. */
const unseenIn = (caller: Scope, { lists }: MatchesInForce, { sources }: ScreeningRun): Unseen[] =>
  sources.flatMap(({ key, versionId, missing }) => {
    const known = listIdOf(caller, key);
    if (!known || missing || versionId === null) return [];
    return (lists[key]?.confirmed ?? []).flatMap((match) =>
      match.entryId === null || match.isRemoved || match.seenIn === versionId
        ? []
        : [{ key, list: known, versionId, match: { ...match, entryId: match.entryId } }],
    );
  });

const lookUp = ({ list, versionId, match }: Unseen) => isListed(list, versionId, match.entryId);

function withSeen(inForce: MatchesInForce, seen: readonly Unseen[], gone: readonly Unseen[]): MatchesInForce {
  const after = (match: ConfirmedMatch): ConfirmedMatch => {
    const now = seen.find((one) => one.match.matchId === match.matchId);
    if (now) return { ...match, seenIn: now.versionId };
    const isGone = gone.some((one) => one.match.matchId === match.matchId);
    return isGone ? { ...match, isRemoved: true } : match;
  };
  const lists = Object.entries(inForce.lists).map(([key, list]) => [
    key,
    { ...list, confirmed: list.confirmed.map(after) },
  ]);
  return { ...inForce, lists: Object.fromEntries(lists) };
}

/** Recorded in the history only, not delivered to webhooks. */
const reviewEvent = ({ id, riskSubjectId }: ScreeningRun, matchId: string): NewEvent => ({
  type: 'screening.match.review_requested',
  resource: 'screening-runs',
  resourceId: id,
  subjectId: riskSubjectId,
  details: { matchId, reviewReason: 'listing_removed' },
  announced: false,
});
