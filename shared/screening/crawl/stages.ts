import { describeItem } from '@assay/watchlist/parsers';
import { describedItems, type ItemDocument, itemClaim } from './described-item.ts';
import { IDS_PER_DESCRIPTION, POSITIONS_PER_SEARCH } from './limits.ts';
import { describePeople, describeRelatives, FAMILY_PROPERTIES, findHolders } from './people-queries.ts';
import { describePositions, findPositions } from './position-queries.ts';
import type { Slice } from './slice.ts';
import { itemsIn, type SparqlRow } from './sparql-rows.ts';
import type { StageName } from './stage-names.ts';
import { ROOTS } from './wikidata-roots.ts';

export interface CrawlStage {
  idsPerChunk: number;
  /** The items of the first stage, which no other stage has to find. */
  items?: readonly string[];
  /** Whether the stage searches for related items instead of describing its own. */
  isSearch: boolean;
  ask: (slice: Slice, startedAt: string) => string;
  read: (rows: readonly SparqlRow[]) => ChunkResult;
}

/** The result of a chunk: items for the publication, and the items of the next stage. */
export interface ChunkResult {
  document?: ItemDocument;
  leads: string[];
}

export const stages: Record<StageName, CrawlStage> = {
  'find-positions': { idsPerChunk: 1, items: ROOTS, isSearch: true, ask: findPositions, read: readFound },
  'describe-positions': {
    idsPerChunk: IDS_PER_DESCRIPTION,
    isSearch: false,
    ask: describePositions,
    read: readPositions,
  },
  'find-holders': { idsPerChunk: POSITIONS_PER_SEARCH, isSearch: true, ask: findHolders, read: readFound },
  'describe-people': { idsPerChunk: IDS_PER_DESCRIPTION, isSearch: false, ask: describePeople, read: readPeople },
  'describe-relatives': {
    idsPerChunk: IDS_PER_DESCRIPTION,
    isSearch: false,
    ask: describeRelatives,
    read: (rows) => ({ ...readPeople(rows), leads: [] }),
  },
};

export const chunksFor = (stage: StageName, items: number) => Math.ceil(items / stages[stage].idsPerChunk);

export const describes = (stage: StageName) => !stages[stage].isSearch;

function readFound(rows: readonly SparqlRow[]): ChunkResult {
  return { leads: itemsIn(rows, 'found') };
}

/** Only positions that make their holders politically exposed lead to the next stage. */
function readPositions(rows: readonly SparqlRow[]): ChunkResult {
  const items = describedItems(rows).map(({ claims: { heads = [], ...claims }, ...item }) => ({
    ...item,
    // The kind of organisation that a position heads classifies it as well as a class of positions
    // does.
    claims: { ...claims, P279: [...(claims.P279 ?? []), ...heads] },
  }));
  const exposed = items.filter((item) => describeItem(item)?.category);
  return { document: documentOf(exposed), leads: exposed.map(({ id }) => id) };
}

const HUMAN = 'Q5';

function readPeople(rows: readonly SparqlRow[]): ChunkResult {
  const people = describedItems(rows).map((item) => ({
    ...item,
    claims: { ...item.claims, P31: [itemClaim(HUMAN)] },
  }));
  // Former spouses are not family.
  const related = rows.filter(({ property, ended }) => FAMILY_PROPERTIES.includes(property?.value ?? '') && !ended);
  return { document: documentOf(people), leads: itemsIn(related, 'value') };
}

const documentOf = (items: ItemDocument['entities'][string][]): ItemDocument => ({
  entities: Object.fromEntries(items.map((item) => [item.id, item])),
});
