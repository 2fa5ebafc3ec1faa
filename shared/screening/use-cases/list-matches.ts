import type { Context } from '#shared/platform/context.ts';
import type { Page } from '#shared/platform/store/paging.ts';
import type { MatchListItem, MatchState } from '../match-list.ts';
import { listMatches as listStored, type MatchFilter } from '../repository/match-lists.ts';
import { listOlderMatches } from './list-older-matches.ts';

export async function listMatches(
  context: Context,
  { decision, ...query }: MatchFilter & { decision: MatchState; offset: number },
): Promise<Page<MatchListItem>> {
  // Later pages continue a list that was checked with the first one.
  if (query.offset === 0) await listOlderMatches(context);
  return listStored(context.store, context.caller, { ...query, state: decision });
}
