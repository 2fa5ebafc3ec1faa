import { itemIn, type SparqlRow } from './sparql-rows.ts';

/**
 * Converts rows about items to the format of `wbgetentities`, which the list's parser reads.
 * Nothing is judged here: the parser decides what a position is and who is exposed.
 */
export interface DescribedItem {
  id: string;
  labels: Record<string, { value: string }>;
  aliases: Record<string, { value: string }[]>;
  claims: Record<string, DescribedClaim[]>;
}

export interface DescribedClaim {
  mainsnak: Snak;
  rank: string;
  qualifiers: Record<string, Snak[]>;
}

/** Without a value: one exists but is unknown. */
interface Snak {
  datavalue?: { value: string | { id: string } | { time: string; precision: number } };
}

export interface ItemDocument {
  entities: Record<string, DescribedItem>;
}

export const itemClaim = (id: string): DescribedClaim => ({
  mainsnak: { datavalue: { value: { id } } },
  rank: 'normal',
  qualifiers: {},
});

export function describedItems(rows: readonly SparqlRow[]): DescribedItem[] {
  const found = new Map<string, { item: DescribedItem; statements: Map<string, DescribedClaim> }>();
  for (const row of rows) {
    const id = itemIn(row.item);
    const property = row.property?.value;
    if (!id || !property) continue;
    const about = found.get(id) ?? { item: nothingKnown(id), statements: new Map() };
    found.set(id, about);
    if (property === 'label' || property === 'alias') addName(about.item, row);
    else addClaim(about.item, about.statements, property, row);
  }
  return [...found.values()].map(({ item }) => item);
}

const nothingKnown = (id: string): DescribedItem => ({ id, labels: {}, aliases: {}, claims: {} });

/** A second label in the same language becomes an alias. */
function addName(item: DescribedItem, { property, language, text }: SparqlRow): void {
  if (!text) return;
  const code = language?.value ?? 'und';
  if (property?.value === 'label' && !item.labels[code]) item.labels[code] = { value: text.value };
  else item.aliases[code] = [...(item.aliases[code] ?? []), { value: text.value }];
}

/** One statement has several rows if it has several start or end dates. */
function addClaim(
  item: DescribedItem,
  statements: Map<string, DescribedClaim>,
  property: string,
  row: SparqlRow,
): void {
  const mainsnak = mainSnakOf(row);
  if (!mainsnak) return;
  const id = row.statement?.value;
  const known = id === undefined ? undefined : statements.get(id);
  const claim = known ?? { mainsnak, rank: rankOf(row), qualifiers: {} };
  addQualifiers(claim, row);
  if (known) return;
  if (id !== undefined) statements.set(id, claim);
  item.claims[property] = [...(item.claims[property] ?? []), claim];
}

function mainSnakOf({ value, time, precision }: SparqlRow): Snak | null {
  if (time) return timeSnak(time.value, precision?.value);
  const id = itemIn(value);
  if (id) return { datavalue: { value: { id } } };
  return value?.type === 'literal' ? { datavalue: { value: value.value } } : null;
}

const timeSnak = (time: string, precision = '0'): Snak => ({
  // The query service omits the sign with which Wikidata begins every year.
  datavalue: { value: { time: time.replace(/^(?=\d)/, '+'), precision: Number(precision) } },
});

const rankOf = ({ rank }: SparqlRow) => (rank?.value.endsWith('PreferredRank') ? 'preferred' : 'normal');

/** Keeps the earliest start and the latest end. */
function addQualifiers({ qualifiers }: DescribedClaim, row: SparqlRow): void {
  const { start, startPrecision, end, endPrecision, ended } = row;
  const starts = inOrder(qualifiers.P580, start && timeSnak(start.value, startPrecision?.value));
  const ends = inOrder(qualifiers.P582, end && timeSnak(end.value, endPrecision?.value));
  if (starts[0]) qualifiers.P580 = [starts[0]];
  const last = ends.at(-1) ?? (ended && {});
  if (last) qualifiers.P582 = [last];
}

const inOrder = (known: readonly Snak[] = [], more: Snak | undefined): Snak[] =>
  [...known, ...(more ? [more] : [])].toSorted((one, other) => (timeIn(one) < timeIn(other) ? -1 : 1));

function timeIn({ datavalue }: Snak): string {
  const value = datavalue?.value;
  return typeof value === 'object' && 'time' in value ? value.time : '';
}
