export {
  ARABIC,
  arabicConsonants,
  type Consonants,
  isArabic,
  latinConsonants,
  mayBeRead,
  readByConsonants,
  vowelsFit,
} from './src/arabic-consonants.ts';
export { isRareWord } from './src/common-words.ts';
export { isDamagedName, repairedName } from './src/damaged-name.ts';
export {
  deletionsOf,
  FUZZY_LETTERS,
  isOneEdit,
  isOneOff,
  isOneOffIn,
  letterBit,
  letterPlace,
  mayBeOneOff,
  mayGainLetter,
  scannedAs,
} from './src/edit-distance.ts';
export { isChineseOrKoreanSyllable, isEastAsianSyllable } from './src/equivalents/east-asian-syllables.ts';
export { subjectKeysOf } from './src/equivalents/equivalent-keys.ts';
export { isEquivalent } from './src/equivalents/sign.ts';
export { withoutInvisible } from './src/invisible.ts';
export {
  isJoined,
  isServantName,
  JOINED,
  joinedSpellings,
  joinedThree,
  lettersOf,
  listedHalves,
  type Neighbours,
  pairsOf,
  SHORTEST_SYLLABLES,
  wholeNames,
} from './src/joined-words.ts';
export {
  loadNameTables,
  type NameTables,
  needsNameTables,
  newNameTables,
} from './src/name-tables.ts';
export {
  IDENTIFIER_KINDS,
  type IdentifierGroup,
  type IdentifierKind,
  inEveryGroup,
  isLei,
  isOfAnyKind,
  type NormalisedIdentifier,
  normaliseIdentifier,
} from './src/normalise-identifier.ts';
export { likenessOfNames, type NameLikeness } from './src/same-person.ts';
export { withoutEastAsianSpaces } from './src/scripts.ts';
export {
  type ComparableName,
  type ComparableReading,
  comparableIdentifiers,
  comparableNames,
  identifierTerm,
  type SubjectReading,
  subjectReadings,
} from './src/search-terms.ts';
export { isImoNumber, isShipNumber, shipNumbersIn } from './src/ship-names.ts';
export { TERM_BUILDER_VERSION } from './src/term-builder-version.ts';
