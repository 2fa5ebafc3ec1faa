export { isLoaded } from '../search/search-pool.ts';
export { type ChosenEntry, chooseEntries } from './choose-entries.ts';
export { innocentCustomers } from './innocents.ts';
export { AssuranceResult, ClassDifference, differencesOf, resultOf } from './result.ts';
export { type AssuranceTerms, runEntry, runInnocent } from './run-cases.ts';
export { Miss, newTally, Tally } from './tally.ts';
