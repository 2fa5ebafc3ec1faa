import type { ListKind } from '@assay/watchlist';
import { type CatalogueEntry, lists } from '@assay/watchlist/catalogue';
import { isOwn, type ListId, OwnListKey } from './list-id.ts';
import type { ListState } from './list-state.ts';
import { OWN_LIST_FILES } from './own-list.ts';

type About = Pick<CatalogueEntry, 'name' | 'listKind' | 'attribution' | 'coverage' | 'uploads'> & {
  publisherUrl: string | null;
};

/** What is said of a list: by the catalogue, or by the organization that keeps it. */
export function aboutList(id: ListId, { own }: Pick<ListState, 'own'>): About {
  if (!isOwn(id)) return lists[id];
  const { name = OwnListKey.parse(id.split('/')[2]), listKind = 'watch' } = own ?? {};
  return {
    name,
    listKind,
    attribution: `Own list: ${name}`,
    coverage: { summary: 'What your organization has put on it.', gaps: [] },
    publisherUrl: null,
    uploads: OWN_LIST_FILES,
  };
}

export const attributionOf = (id: ListId, state: Pick<ListState, 'own'>): string => aboutList(id, state).attribution;

export const listKindIn = (id: ListId, state: Pick<ListState, 'own'>): ListKind => aboutList(id, state).listKind;
