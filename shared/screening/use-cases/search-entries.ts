import { SCORER_VERSION } from '@assay/watchlist';
import type { Context } from '#shared/platform/context.ts';
import { fitEntries } from '../fit-entries.ts';
import { SEARCHED_ENTRIES } from '../limits.ts';
import { presentFound } from '../match.ts';
import type { EntrySearch, EntrySearchResult } from '../search.ts';
import { unknownKeysIn, unknownLists } from '../unknown-lists.ts';
import { resolvePolicy } from './resolve-policy.ts';
import { attributionsOf, compareSubject } from './screen-subject.ts';

/** Scores the lists as a run does and stores nothing: no run, no event, no risk fact. */
export async function searchEntries(
  context: Context,
  { profileKey, sources: own, reviewScore, matchScore, pepLookbackMonths, ...subject }: EntrySearch,
): Promise<EntrySearchResult> {
  const requested = { profileKey, sources: own, reviewScore, matchScore, pepLookbackMonths };
  const { profile, ...policy } = await resolvePolicy(context, requested);
  const keys = policy.sources;
  if (unknownKeysIn(keys).length > 0) throw unknownLists(keys);
  const { sources, screening } = await compareSubject(context, { subject, ...policy }, { willRetry: () => false });
  const { matches, incompleteReasons, errorCode } = screening;
  return {
    items: fitEntries(matches.slice(0, SEARCHED_ENTRIES).map(presentFound)),
    total: matches.length,
    incomplete: errorCode !== null || incompleteReasons.length > 0,
    incompleteReasons,
    errorCode,
    sources,
    ...(profile && { profile }),
    scorerVersion: SCORER_VERSION,
    attributions: attributionsOf(keys),
  };
}
