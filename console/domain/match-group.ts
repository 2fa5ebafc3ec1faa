import type { MatchDetail, MatchItem } from '../api/matches.ts';

export type GroupMember = MatchDetail['members'][number];

/** A match of the queue, with the number of matches of its party that the queue has. */
export type GroupedItem = MatchItem & { count: number };

const groupOf = ({ match }: MatchItem) => match.group?.id ?? match.id;

/** Each party once, with its first match, which is the one with the highest score. */
export function oncePerGroup(items: readonly MatchItem[]): GroupedItem[] {
  const groups = Map.groupBy(items, groupOf);
  return [...groups.values()].flatMap(([first, ...others]) => (first ? [{ ...first, count: others.length + 1 }] : []));
}

const isOpen = ({ match, proposal }: GroupMember) =>
  match.decision === 'pending' || match.reviewReason !== undefined || proposal !== null;

export const isCertain = ({ match }: GroupMember) => match.group?.certainty === 'certain';

/** The matches of a group that the open one can be decided with: none if it is itself only likely. */
export function decidableWith(openId: string, members: readonly GroupMember[]): readonly GroupMember[] {
  const open = members.find(({ match }) => match.id === openId);
  return open && isCertain(open) ? members.filter((one) => one === open || isOpen(one)) : [];
}

/** Of these, the matches that get the decision: certain ones unless they are left out, likely ones if ticked. */
export const chosenIn = (
  openId: string,
  members: readonly GroupMember[],
  changed: ReadonlySet<string>,
): readonly GroupMember[] =>
  members.filter((one) => one.match.id === openId || isCertain(one) !== changed.has(one.match.id));

const MEASURES: Record<string, string> = {
  asset_freeze: 'Asset freeze',
  travel_ban: 'Travel ban',
  investment_ban: 'Investment ban',
  sectoral: 'Sectoral',
  trade: 'Trade',
  transport: 'Transport',
  director_disqualification: 'Director disqualification',
  trust_services: 'Trust services',
  debarment: 'Debarment',
  other: 'Other measure',
};

export const measureInWords = (measure: string) => MEASURES[measure] ?? measure;

const SCHEMES: Record<string, string> = {
  un: 'UN',
  ofsi: 'OFSI',
  eu: 'EU',
  ofac: 'OFAC',
  imo: 'IMO',
  lei: 'LEI',
  wikidata: 'Wikidata',
};

export const schemeInWords = (scheme: string) => SCHEMES[scheme] ?? scheme;
