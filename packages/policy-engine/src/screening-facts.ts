/** A set of these; the others are one of their values. */
export const MEASURES_FACT = 'screening.measures';

const MEASURES = [
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
];

/** Facts that a screening run records, with all their possible values. */
const DOCUMENTED_VALUES: ReadonlyMap<string, readonly string[]> = new Map([
  ['screening.sanctions', ['clear', 'possible_match', 'match']],
  ['screening.pep', ['none', 'possible_pep', 'pep', 'former_pep', 'family_member']],
  [MEASURES_FACT, MEASURES],
  ['screening.watch', ['clear', 'possible_match', 'match']],
]);

export const SCREENING_FACTS = [...DOCUMENTED_VALUES.keys()];

export const isScreeningFact = (fact: string) => DOCUMENTED_VALUES.has(fact);

export const documentedValues = (fact: string) => DOCUMENTED_VALUES.get(fact) ?? [];

/** Whether a value is one that a screening run records for the fact. */
export const isDocumentedValue = (fact: string, value: unknown): boolean =>
  fact === MEASURES_FACT
    ? Array.isArray(value) && value.every((item) => documentedValues(fact).includes(item))
    : documentedValues(fact).some((documented) => documented === value);
