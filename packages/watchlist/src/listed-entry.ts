import type { IdentifierKind } from '@assay/names';

/**
 * One person or company of a list, in the common format of all lists. Facts that a list does not
 * state are empty, never guessed.
 */
export interface ListedEntry {
  /** The publisher's id of the entry; derived from its content if there is none. */
  id: string;
  /** Vessels and aircraft are entities. */
  kind: 'person' | 'entity';
  /** The primary name first. */
  names: ListedName[];
  births: BirthSpan[];
  /** ISO 3166-1 alpha-2: nationalities of a person, countries of registration of a company. */
  countries: string[];
  identifiers: ListedIdentifier[];
  programmes: string[];
  /** Numbers under which others know the same party. Absent if the list states none. */
  references?: ListedReference[];
  /** What the listing prohibits. Absent if the list does not state it. */
  measures?: Measure[];
  /** Facts for reviewers that no search uses; absent if the list states none. */
  listing?: Listing;
  /** Further facts of the PEP list. */
  pep?: PepDetails;
}

export interface ListedName {
  text: string;
  /** The publisher marks the name as a weak alias: a nickname or a common name. */
  isWeak: boolean;
}

/** A date as precisely as it is stated: first and last day it may mean, both `YYYY-MM-DD`. */
export interface BirthSpan {
  from: string;
  to: string;
  isCirca: boolean;
}

export interface ListedIdentifier {
  kind: IdentifierKind;
  value: string;
  /** ISO 3166-1 alpha-2 of the issuer. */
  country: string | null;
}

/** Stored by position: add new ones at the end. */
export const REFERENCE_SCHEMES = ['un', 'ofsi', 'eu', 'ofac', 'imo', 'lei', 'wikidata'] as const;

export interface ListedReference {
  scheme: (typeof REFERENCE_SCHEMES)[number];
  value: string;
}

/** Stored by position: add new ones at the end. */
export const MEASURES = [
  'asset_freeze',
  'travel_ban',
  'investment_ban',
  'sectoral',
  'trade',
  'transport',
  'director_disqualification',
  'trust_services',
  'debarment',
  'other',
] as const;
export type Measure = (typeof MEASURES)[number];

/** Facts that help a reviewer decide on a match. Texts are as listed. */
export interface Listing {
  birthPlaces: string[];
  addresses: ListedAddress[];
  /** Titles, functions and positions. */
  titles: string[];
  /** `YYYY-MM-DD`: first day on the list, and last day of the measure. */
  listedOn: string | null;
  endsOn: string | null;
  /** At most `REMARKS_CHARACTERS`. */
  remarks: string | null;
  /** Public pages about the entry or its legal act. */
  links: string[];
  /** As stated. Absent where the list states none. */
  gender?: string;
}

export interface ListedAddress {
  /** All parts in one line, the country included. */
  text: string;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
}

export const REMARKS_CHARACTERS = 2_000;

export const emptyListing = (): Listing => ({
  birthPlaces: [],
  addresses: [],
  titles: [],
  listedOn: null,
  endsOn: null,
  remarks: null,
  links: [],
});

export const POSITION_CATEGORIES = [
  'head_of_state',
  'head_of_government',
  'minister',
  'deputy_minister',
  'parliament_member',
  'top_judge',
  'central_bank_board',
  'ambassador',
  'international_organisation_head',
  'state_owned_enterprise_head',
  'regional_leader',
] as const;
export type PositionCategory = (typeof POSITION_CATEGORIES)[number];

export interface Position {
  category: PositionCategory;
  title: string;
  country: string | null;
  /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
  startedOn: string | null;
  endedOn: string | null;
  /** The roster states that the position is held now. */
  isCurrent: boolean;
  roster: string;
}

export const RELATIONS = ['spouse', 'child', 'parent', 'sibling'] as const;
export type Relation = (typeof RELATIONS)[number];

export interface PepDetails {
  positions: Position[];
  /** Relations of this person to people who hold or held a position. */
  relatedTo: { entryId: string; relation: Relation }[];
}
