import type { ListedEntry } from '#packages/watchlist/src/listed-entry.ts';
import type { MatchListItem } from '#shared/screening/match-list.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { call } from '#test/support/api.ts';
import { aWorld, done, type World } from '#test/support/risk-world.ts';
import { anEntry, loadList } from '#test/support/screening-examples.ts';

/** What the tests of matches and of their lists have in common: two lists with one entry each, and calls. */
export const QUILL: ListedEntry = anEntry({ id: 'EU.1' });
const GRETA = anEntry({
  id: 'Q1',
  names: [{ text: 'Greta Stapler', isWeak: false }],
  pep: { positions: [], relatedTo: [] },
});

export async function worldWithLists(): Promise<World> {
  await loadList('eu_fsf', [QUILL]);
  await loadList('service_pep', [GRETA]);
  return aWorld();
}

export const screenFor = async (as: World, name = 'Ambrose Quillfeather', more: object = {}) =>
  done(as.client, screeningRoutes.createScreeningRun, {
    body: { subject: { name }, sources: ['eu_fsf', 'service_pep'], ...more },
  });

export const list = (as: World, query: Record<string, string | number> = {}) =>
  call(as.client, screeningRoutes.listScreeningMatches, { query });
export const idsIn = async (as: World, query: Record<string, string | number> = {}): Promise<string[]> =>
  (await list(as, query)).body.items.map(({ match }: MatchListItem) => match.id);
export const read = (as: World, id: string) => call(as.client, screeningRoutes.readScreeningMatch, { params: { id } });
export const decide = (as: World, id: string, body: object = {}) =>
  call(as.owner, screeningRoutes.decideScreeningMatch, {
    params: { id },
    body: { decision: 'false_positive', reason: 'Born in another year.', ...body },
  });
export const propose = (as: World, id: string, decision = 'false_positive') =>
  call(as.member, screeningRoutes.proposeScreeningDecision, {
    params: { id },
    body: { decision, reason: 'Born in another year.' },
  });
