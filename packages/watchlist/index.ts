export { countryCode, countryOfCode } from './src/countries.ts';
export { cutText } from './src/cut-text.ts';
export { GROUP_CERTAINTIES, groupMatches } from './src/grouping/group-matches.ts';
export {
  DEFAULT_REVIEW_SCORE,
  IDENTIFIER_CHARACTERS,
  MAX_SCORE,
  PEP_CANDIDATES,
  SANCTIONS_CANDIDATES,
  SEARCH_TERMS,
  SEARCHED_NAMES,
  SUBJECT_IDENTIFIERS,
} from './src/limits.ts';
export { LIST_KINDS, type ListKind } from './src/list-kind.ts';
export {
  type BirthSpan,
  emptyListing,
  type ListedEntry,
  MEASURES,
  type Measure,
  POSITION_CATEGORIES,
  type Position,
  REFERENCE_SCHEMES,
  RELATIONS,
  REMARKS_CHARACTERS,
} from './src/listed-entry.ts';
export { FactorCode } from './src/matching/factor.ts';
export type { PepStanding, PepVerdict } from './src/matching/pep-standing.ts';
export {
  allReasons,
  ERROR_CODES,
  isDefinite,
  isPossible,
  type JudgedMatch,
  runStatus,
  withUnreadableSubject,
} from './src/matching/run-status.ts';
export { SCORER_VERSION } from './src/matching/score-entry.ts';
export { type BuiltIndex, IndexBuilder } from './src/search/build-index.ts';
export { DETAIL_VERSION } from './src/search/detail-record.ts';
export { findStoredEntry } from './src/search/find-entry.ts';
export { type FileDirectory, openFile, packFile, readDirectory } from './src/search/index-file.ts';
export { type ListIndex, openIndex } from './src/search/list-index.ts';
export type { ReadRange } from './src/search/read-range.ts';
export { type FoundMatch, type Screening, screen } from './src/search/screen.ts';
export type { ScreenedList } from './src/search/search-pool.ts';
export { nextDay } from './src/watching/next-day.ts';
export { type KnownSubject, maySuffice, OWN_WORDS, type OwnWord } from './src/watching/one-word.ts';
export { type EntryTerms, entryTerms, type SubjectTerms, subjectTerms } from './src/watching/terms.ts';
