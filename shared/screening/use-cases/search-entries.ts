import { SCORER_VERSION } from '@assay/watchlist';
import type { Context } from '#shared/platform/context.ts';
import { fitEntries } from '../fit-entries.ts';
import { MIN_SCORE, NEAR_MISS_POINTS, NEAR_MISSES, SEARCHED_ENTRIES } from '../limits.ts';
import { presentFound } from '../match.ts';
import type { EntrySearch, EntrySearchResult } from '../search.ts';
import { resolvePolicy } from './resolve-policy.ts';
import { attributionsOf, compareSubject } from './screen-subject.ts';
import { requireKnownLists } from './unknown-keys.ts';

/** Scores the lists as a run does and stores nothing: no run, no event, no risk fact. */
export async function searchEntries(
  context: Context,
  { profileKey, sources: own, reviewScore, matchScore, pepLookbackMonths, nearMisses, ...subject }: EntrySearch,
): Promise<EntrySearchResult> {
  const requested = { profileKey, sources: own, reviewScore, matchScore, pepLookbackMonths };
  const { profile, ...policy } = await resolvePolicy(context, requested);
  const keys = policy.sources;
  await requireKnownLists(context, keys);
  const near = { from: Math.max(MIN_SCORE, policy.reviewScore - NEAR_MISS_POINTS), limit: NEAR_MISSES };
  const { sources, screening } = await compareSubject(
    context,
    { subject, ...policy, ...(nearMisses && { nearMisses: near }) },
    { willRetry: () => false },
  );
  const { matches, incompleteReasons, errorCode } = screening;
  const shown = matches.slice(0, SEARCHED_ENTRIES);
  // Together, since both are in one response: what scores least is shortened first.
  const entries = fitEntries([...shown, ...screening.nearMisses].map(presentFound));
  return {
    items: entries.slice(0, shown.length),
    total: matches.length,
    ...(nearMisses && { nearMisses: entries.slice(shown.length) }),
    reviewScore: policy.reviewScore,
    matchScore: policy.matchScore,
    incomplete: errorCode !== null || incompleteReasons.length > 0,
    incompleteReasons,
    errorCode,
    sources,
    ...(profile && { profile }),
    scorerVersion: SCORER_VERSION,
    attributions: attributionsOf(keys),
  };
}
