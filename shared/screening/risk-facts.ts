import {
  isDefinite,
  isPossible,
  type JudgedMatch,
  type ListKind,
  MEASURES,
  type PepStanding,
  runStatus,
} from '@assay/watchlist';
import { canonicalLists } from '#shared/risk/contract.ts';

/**
 * A fact that a run submits to the risk module. `unavailable` is missing evidence for a policy and
 * never counts as good news.
 */
export interface ScreeningFact {
  fact: 'screening.sanctions' | 'screening.pep' | 'screening.measures' | 'screening.watch';
  source: string;
  status: 'available' | 'unavailable';
  value: Value;
}

/** A word, or the set of measures. Null is missing evidence. */
export type Value = string | string[] | null;

export interface FactMatch extends JudgedMatch {
  listKind: ListKind;
  pepStanding: PepStanding | null;
  /** Of a match on a sanctions list; absent in rows of releases that did not store them. */
  measures?: readonly string[] | undefined;
}

/** Absent for `watch` in a run without such a list, and in older runs. */
export type IncompleteByKind = Partial<Record<ListKind, boolean | undefined>>;

export interface FactInput {
  /** In any order. */
  sources: readonly { key: string; listKind: ListKind }[];
  policy: { reviewScore: number; matchScore: number };
  lookbackMonths: number;
  hasFailed: boolean;
  /** Whether the search of each kind of list was incomplete; the kinds are independent. */
  isIncomplete: IncompleteByKind;
  matches: readonly FactMatch[];
}

type Scores = FactInput['policy'];

const scoresText = ({ reviewScore, matchScore }: Scores) => `r${reviewScore}:m${matchScore}`;

/**
 * The source identity of a run's sanctions fact. Other lists or scores make another source; their
 * order does not matter.
 */
export const riskSource = (keys: readonly string[], policy: Scores) =>
  `service:screening:${canonicalLists(keys).join('+')}:${scoresText(policy)}`;

const pepRiskSource = (keys: readonly string[], policy: Scores, lookbackMonths: number) =>
  `${riskSource(keys, policy)}:l${lookbackMonths}`;

/** The status of a run, as if it had searched the lists of one kind alone. */
function statusValue({ hasFailed, isIncomplete, policy, matches }: FactInput, kind: 'sanctions' | 'watch'): Value {
  const status = runStatus({
    hasFailed,
    policy,
    isIncomplete: isIncomplete[kind] ?? false,
    matches: matches.filter(({ listKind }) => listKind === kind),
  });
  return status === 'error' || status === 'incomplete' ? null : status;
}

const PEP_VALUES = ['pep', 'family_member', 'possible_pep', 'former_pep', 'none'] as const;
type PepValue = (typeof PEP_VALUES)[number];

/**
 * Values that may be stated although not everything was searched: further results could not weaken
 * them.
 */
const SAFE_WHEN_INCOMPLETE: readonly PepValue[] = ['pep', 'possible_pep'];

function pepValueOf(match: FactMatch, { reviewScore, matchScore }: Scores): PepValue {
  const standing = match.pepStanding ?? 'none';
  if (isDefinite(match, matchScore)) return standing;
  if (!isPossible(match, reviewScore)) return 'none';
  return standing === 'pep' || standing === 'family_member' ? 'possible_pep' : standing;
}

function pepValue({ hasFailed, isIncomplete, policy, matches }: FactInput): Value {
  if (hasFailed) return null;
  const found = matches.filter(({ listKind }) => listKind === 'pep').map((match) => pepValueOf(match, policy));
  const value = PEP_VALUES.find((one) => found.includes(one)) ?? 'none';
  return isIncomplete.pep && !SAFE_WHEN_INCOMPLETE.includes(value) ? null : value;
}

/** A match whose list does not state its measures has some: it counts as `other`. */
const measuresOf = ({ measures = [] }: FactMatch) => (measures.length > 0 ? measures : ['other']);

/** The measures of confirmed and definite matches. A set that is not empty may miss what was not searched. */
function measuresValue({ hasFailed, isIncomplete, policy, matches }: FactInput): Value {
  const definite = matches.filter((match) => match.listKind === 'sanctions' && isDefinite(match, policy.matchScore));
  const found = inOrder(definite.flatMap(measuresOf));
  return found.length === 0 && (hasFailed || isIncomplete.sanctions) ? null : found;
}

const inOrder = (measures: readonly string[]): string[] => MEASURES.filter((measure) => measures.includes(measure));

const itemsOf = (value: Value): readonly string[] => (Array.isArray(value) ? value : []);

export const isSameValue = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const factOf = (fact: ScreeningFact['fact'], source: string, value: Value): ScreeningFact => ({
  fact,
  source,
  status: value === null ? 'unavailable' : 'available',
  value,
});

/** The values of a fact, the most serious first. */
const SERIOUSNESS: Record<Exclude<ScreeningFact['fact'], 'screening.measures'>, readonly string[]> = {
  'screening.sanctions': ['match', 'possible_match', 'clear'],
  'screening.pep': PEP_VALUES,
  'screening.watch': ['match', 'possible_match', 'clear'],
};

/** The value of a fact other than the measures. */
const VALUES: Record<keyof typeof SERIOUSNESS, (question: FactInput) => Value> = {
  'screening.sanctions': (question) => statusValue(question, 'sanctions'),
  'screening.pep': pepValue,
  'screening.watch': (question) => statusValue(question, 'watch'),
};

/** Whether a value is more serious than another. Missing evidence is the least serious; a set is, with more in it. */
export function isMoreSerious(fact: ScreeningFact['fact'], value: Value, than: Value): boolean {
  if (fact === 'screening.measures') return itemsOf(value).some((item) => !itemsOf(than).includes(item));
  const places = SERIOUSNESS[fact];
  const placeOf = (one: Value) => (one === null ? places.length : places.indexOf(String(one)));
  return placeOf(value) < placeOf(than);
}

/** The value that these matches alone give to a fact; null if none of them counts. */
export function valueOfMatches(fact: ScreeningFact['fact'], policy: Scores, matches: readonly FactMatch[]): Value {
  const searched = { policy, matches, hasFailed: false, lookbackMonths: 0, sources: [] };
  const complete = { ...searched, isIncomplete: {} };
  if (fact === 'screening.measures') {
    const measures = measuresValue(complete);
    return itemsOf(measures).length > 0 ? measures : null;
  }
  const value = VALUES[fact](complete);
  return value === SERIOUSNESS[fact].at(-1) ? null : value;
}

/** The fact with the value of matches in force, where that is more serious. */
export function withMatchesInForce(fact: ScreeningFact, policy: Scores, matches: readonly FactMatch[]): ScreeningFact {
  const value = valueOfMatches(fact.fact, policy, matches);
  if (!isMoreSerious(fact.fact, value, fact.value)) return fact;
  if (fact.fact === 'screening.measures')
    return factOf(fact.fact, fact.source, inOrder([...itemsOf(fact.value), ...itemsOf(value)]));
  return factOf(fact.fact, fact.source, value);
}

/** The lists and scores that a source of screening facts names. */
export interface ParsedSource {
  lists: string[];
  policy: Scores;
}

const SOURCE = /^service:screening:([a-z0-9_+]+):r(\d+):m(\d+)(?::l\d+)?$/;

export function parseRiskSource(source: string): ParsedSource | undefined {
  const [, lists = '', reviewScore, matchScore] = SOURCE.exec(source) ?? [];
  if (!lists) return undefined;
  const policy = { reviewScore: Number(reviewScore), matchScore: Number(matchScore) };
  return { lists: lists.split('+'), policy };
}

/** One fact for each kind of list that the run requested, and the measures of sanctions lists. */
export function riskFacts(question: FactInput): ScreeningFact[] {
  const { sources, policy, lookbackMonths } = question;
  const keysOf = (kind: ListKind) => sources.filter(({ listKind }) => listKind === kind).map(({ key }) => key);
  const pepLists = keysOf('pep');
  const all = riskSource(
    sources.map(({ key }) => key),
    policy,
  );
  const facts: ScreeningFact[] = [];
  const measures: ScreeningFact[] = [];
  if (keysOf('sanctions').length > 0) {
    facts.push(factOf('screening.sanctions', all, statusValue(question, 'sanctions')));
    measures.push(factOf('screening.measures', all, measuresValue(question)));
  }
  if (pepLists.length > 0)
    facts.push(factOf('screening.pep', pepRiskSource(pepLists, policy, lookbackMonths), pepValue(question)));
  if (keysOf('watch').length > 0) facts.push(factOf('screening.watch', all, statusValue(question, 'watch')));
  return [...facts, ...measures];
}

/** Measures are recorded for sources from which a published policy reads them; the run names what it records. */
export const isRecorded = (
  { fact, source }: Pick<ScreeningFact, 'fact' | 'source'>,
  named: readonly Pick<ScreeningFact, 'fact' | 'source'>[],
) => fact !== 'screening.measures' || named.some((one) => one.fact === fact && one.source === source);
