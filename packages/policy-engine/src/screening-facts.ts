/** Facts that a screening run records, with all their possible values. */
const DOCUMENTED_VALUES: ReadonlyMap<string, readonly string[]> = new Map([
  ['screening.sanctions', ['clear', 'possible_match', 'match']],
  ['screening.pep', ['none', 'possible_pep', 'pep', 'former_pep', 'family_member']],
]);

export const SCREENING_FACTS = [...DOCUMENTED_VALUES.keys()];

export const isScreeningFact = (fact: string) => DOCUMENTED_VALUES.has(fact);

export const documentedValues = (fact: string) => DOCUMENTED_VALUES.get(fact) ?? [];
