import {
  type BirthSpan,
  type ListedEntry,
  type Listing,
  MEASURES,
  type PepDetails,
  POSITION_CATEGORIES,
  type Position,
  REFERENCE_SCHEMES,
  RELATIONS,
} from '../listed-entry.ts';

/**
 * A complete entry as a JSON array without property names, with repeated texts (titles, rosters,
 * programmes) as numbers. It is what a match shows, read only for entries that reach review.
 */
export type TextIdOf = (text: string) => number;
export type TextOf = (id: number) => string;

type Flag = 0 | 1;
type NameRow = [text: string, isWeak: Flag];
type BirthRow = [from: string, to: string, isCirca: Flag];
type IdentifierRow = [kind: string, value: string, country: string | null];
type PositionRow = [
  category: number,
  title: number,
  country: string | null,
  startedOn: string | null,
  endedOn: string | null,
  isCurrent: Flag,
  roster: number,
];
type PepRow = [positions: PositionRow[], relatedTo: [entryId: string, relation: number][]];
type Row = [
  id: string,
  isPerson: Flag,
  names: NameRow[],
  births: BirthRow[],
  countries: string[],
  identifiers: IdentifierRow[],
  programmes: number[],
  pep: PepRow | 0,
  // Absent from lists built before details had it, and where the list states none of it.
  listing?: ListingRow | 0,
  // Absent from lists built before details had it, and where the list states neither.
  effects?: EffectsRow,
];
/** A reference whose value is the id of the entry has 0 in its place. */
type EffectsRow = [references: [scheme: number, value: string | 0][], measures: number[]];
type AddressRow = [text: string, country: string | null];
type ListingRow = [
  birthPlaces: string[],
  addresses: AddressRow[],
  titles: string[],
  listedOn: string | null,
  endsOn: string | null,
  remarks: string | null,
  links: string[],
  // Absent where the list states none.
  gender?: string,
];

/**
 * Version of the facts that parsers put into details, stored with each list version. After an
 * increase the next refresh parses the publisher's files again even if they have not changed, since
 * rebuilding an index from its own details cannot add new facts.
 */
export const DETAIL_VERSION = 3;

const flag = (holds: boolean): Flag => (holds ? 1 : 0);

const positionRow = (position: Position, idOf: TextIdOf): PositionRow => [
  POSITION_CATEGORIES.indexOf(position.category),
  idOf(position.title),
  position.country,
  position.startedOn,
  position.endedOn,
  flag(position.isCurrent),
  idOf(position.roster),
];

const pepRow = ({ positions, relatedTo }: PepDetails, idOf: TextIdOf): PepRow => [
  positions.map((position) => positionRow(position, idOf)),
  relatedTo.map(({ entryId, relation }) => [entryId, RELATIONS.indexOf(relation)]),
];

const listingRow = (listing: Listing): ListingRow => [
  listing.birthPlaces,
  listing.addresses.map(({ text, country }) => [text, country]),
  listing.titles,
  listing.listedOn,
  listing.endsOn,
  listing.remarks,
  listing.links,
  ...(listing.gender === undefined ? ([] as const) : ([listing.gender] as const)),
];

const effectsRow = ({ id, references = [], measures = [] }: ListedEntry): EffectsRow => [
  references.map(({ scheme, value }) => [REFERENCE_SCHEMES.indexOf(scheme), value === id ? 0 : value]),
  measures.map((measure) => MEASURES.indexOf(measure)),
];

/** Nothing is written for what an entry does not state, which most of a list of persons does not. */
function endOfRow(entry: ListedEntry): [listing?: ListingRow | 0, effects?: EffectsRow] {
  const listing = entry.listing && listingRow(entry.listing);
  if (entry.references || entry.measures) return [listing ?? 0, effectsRow(entry)];
  return listing ? [listing] : [];
}

export function writeDetails(entry: ListedEntry, idOf: TextIdOf): string {
  const row: Row = [
    entry.id,
    flag(entry.kind === 'person'),
    entry.names.map(({ text, isWeak }) => [text, flag(isWeak)]),
    entry.births.map(({ from, to, isCirca }) => [from, to, flag(isCirca)]),
    entry.countries,
    entry.identifiers.map(({ kind, value, country }) => [kind, value, country]),
    entry.programmes.map(idOf),
    entry.pep ? pepRow(entry.pep, idOf) : 0,
    ...endOfRow(entry),
  ];
  return JSON.stringify(row);
}

const readBirth = ([from, to, isCirca]: BirthRow): BirthSpan => ({
  from,
  to,
  isCirca: isCirca === 1,
});

const readIdentifier = ([kind, value, country]: IdentifierRow): ListedEntry['identifiers'][number] => ({
  kind: kind as ListedEntry['identifiers'][number]['kind'],
  value,
  country,
});

function readPosition(row: PositionRow, textOf: TextOf): Position {
  const [category, title, country, startedOn, endedOn, isCurrent, roster] = row;
  return {
    category: POSITION_CATEGORIES[category] ?? 'parliament_member',
    title: textOf(title),
    country,
    startedOn,
    endedOn,
    isCurrent: isCurrent === 1,
    roster: textOf(roster),
  };
}

const readPep = ([positions, relatedTo]: PepRow, textOf: TextOf): PepDetails => ({
  positions: positions.map((row) => readPosition(row, textOf)),
  relatedTo: relatedTo.map(([entryId, relation]) => ({
    entryId,
    relation: RELATIONS[relation] ?? 'spouse',
  })),
});

function readListing(row: ListingRow): Listing {
  const [birthPlaces, addresses, titles, listedOn, endsOn, remarks, links, gender] = row;
  return {
    birthPlaces,
    titles,
    listedOn,
    endsOn,
    remarks,
    links,
    addresses: addresses.map(([text, country]) => ({ text, country })),
    ...(gender !== undefined && { gender }),
  };
}

/** A number that this release does not know is skipped: a newer one has written it. */
function addEffects(entry: ListedEntry, [references, measures]: EffectsRow): void {
  const known: NonNullable<ListedEntry['references']> = [];
  for (const [at, value] of references) {
    const scheme = REFERENCE_SCHEMES[at];
    if (scheme) known.push({ scheme, value: value === 0 ? entry.id : value });
  }
  const imposed: NonNullable<ListedEntry['measures']> = [];
  for (const at of measures) {
    const measure = MEASURES[at];
    if (measure) imposed.push(measure);
  }
  if (known.length > 0) entry.references = known;
  if (imposed.length > 0) entry.measures = imposed;
}

export function readDetails(text: string, textOf: TextOf): ListedEntry {
  // Written by `writeDetails` of the same index version.
  const row = JSON.parse(text) as Row;
  const [id, isPerson, names, births, countries, identifiers, programmes, pep, listing, effects] = row;
  const entry: ListedEntry = {
    id,
    kind: isPerson === 1 ? 'person' : 'entity',
    names: names.map(([name, isWeak]) => ({ text: name, isWeak: isWeak === 1 })),
    births: births.map(readBirth),
    countries,
    identifiers: identifiers.map(readIdentifier),
    programmes: programmes.map(textOf),
  };
  if (effects) addEffects(entry, effects);
  if (listing) entry.listing = readListing(listing);
  if (pep !== 0) entry.pep = readPep(pep, textOf);
  return entry;
}
