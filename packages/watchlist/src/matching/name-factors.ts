import type { ComparableReading } from '@assay/names';
import { FACTORS, fixedFactor, type MatchFactor } from './factor.ts';
import type { Extent, NameAgreement } from './name-agreement.ts';

/**
 * `exact` is defined by rule 3 and `one_off` by rule 4. `equivalent` is a name in another Latin
 * spelling, `cut` one whose end is missing, `consonants` one in Arabic script that agrees by
 * consonants; none of these satisfies rule 3 or 4, however many words agree.
 */
export type NameStrength = 'exact' | 'equivalent' | 'cut' | 'one_off' | 'consonants' | 'partial';

export interface NameVerdict {
  strength: NameStrength;
  /** The listed name is a single word, or some of the syllables, of the subject's longer name. */
  isLoneWord: boolean;
  /**
   * All words of one name are in the other, and so many agree that a different nationality alone
   * does not hide the entry (`full_name_floor`).
   */
  isFirm: boolean;
  extent: ExtentCode;
  points: number;
}

type ExtentCode = 'name_same' | 'all_subject_tokens' | 'all_listed_tokens' | 'some_tokens';

const SOME_TOKENS_CEILING = 60;
/** Points of a name with one full word that agrees and initials for the rest. */
const INITIALS_POINTS = 65;
/** Points if an initial is that of the listed name: any customer with that letter would agree. */
const LISTED_INITIALS_POINTS = 64;
const ONE_OFF_POINTS = -20;
/**
 * The listed name has a patronymic or a second surname that the subject's lacks: one letter off in
 * what remains is worth as much as in the whole name.
 */
const ONE_OFF_OF_LONGER_POINTS = -10;
/** From this number of full words on, initials count neither for nor against. */
const NEUTRAL_INITIALS_FROM = 2;
/** From this number of full words on, a different nationality alone does not hide the entry. */
export const FIRM_FROM = 2;

/**
 * Points for `matched` words in common if each name has other words too. Also used as an upper
 * bound.
 */
export const someTokensPoints = (matched: number, subjectWords: number, listedWords: number) =>
  Math.max(1, Math.floor((SOME_TOKENS_CEILING * 2 * matched) / (subjectWords + listedWords)));

function extentOf({ subjectWords, listedWords, matched }: Extent): ExtentCode {
  if (matched === subjectWords) return matched === listedWords ? 'name_same' : 'all_subject_tokens';
  return matched === listedWords ? 'all_listed_tokens' : 'some_tokens';
}

const pointsOf = (code: ExtentCode, { subjectWords, listedWords, matched }: Extent) =>
  code === 'some_tokens' ? someTokensPoints(matched, subjectWords, listedWords) : FACTORS[code].points;

/** Points for the extent of an agreement, before deductions. */
export const extentPoints = (extent: Extent) => pointsOf(extentOf(extent), extent);

/** The extent of an agreement after initials have been interpreted. */
interface JudgedExtent {
  extent: Extent;
  code: ExtentCode;
  /** Initials abbreviate the remaining words: the name counts `INITIALS_POINTS`. */
  isByInitials: boolean;
}

function judgedExtent(agreement: NameAgreement): JudgedExtent {
  const { same, equivalents, consonants, oneOff, initials, fullWords } = agreement;
  const words = same + equivalents.length + consonants.length + (oneOff === undefined ? 0 : 1);
  const written = { subjectWords: agreement.subjectWords, listedWords: agreement.listedWords };
  const extentWithout = { ...written, matched: words };
  if (initials.length > 0 && fullWords >= NEUTRAL_INITIALS_FROM) {
    // The initial is ignored; the word it may abbreviate is still a word that the other name lacks.
    const ofList = initials.filter(({ isListed }) => isListed).length;
    const extent = {
      matched: words,
      subjectWords: written.subjectWords - (initials.length - ofList),
      listedWords: written.listedWords - ofList,
    };
    return { extent, code: extentOf(extent), isByInitials: false };
  }
  const extent = { ...written, matched: words + initials.length };
  const code = extentOf(extent);
  if (initials.length > 0 && code !== 'some_tokens') return { extent, code, isByInitials: true };
  return { extent: extentWithout, code: extentOf(extentWithout), isByInitials: false };
}

function strengthOf(agreement: NameAgreement, { code, isByInitials }: JudgedExtent): NameStrength {
  const { oneOff, equivalents, consonants, cutWord } = agreement;
  if (code === 'some_tokens' || isByInitials) return 'partial';
  if (consonants.length > 0) return 'consonants';
  if (oneOff !== undefined) return 'one_off';
  if (cutWord !== undefined) return 'cut';
  return equivalents.length > 0 ? 'equivalent' : 'exact';
}

/**
 * Two full words identify a person whose passport lacks the patronymic or the second surname. A
 * name that agrees whole may also consist of a word and initials, of a word and a company form, or
 * be written without spaces.
 */
function isFirmName(
  { fullWords, hasForm, joinedWords }: NameAgreement,
  { code, extent }: JudgedExtent,
  strength: NameStrength,
): boolean {
  if (code === 'some_tokens') return false;
  if (fullWords >= FIRM_FROM) return true;
  const isWhole = code === 'name_same' && (strength === 'exact' || strength === 'equivalent');
  return isWhole && (extent.matched > 1 || hasForm || joinedWords.length > 0);
}

function initialsPrice({ initials }: NameAgreement, { extent, isByInitials }: JudgedExtent): number {
  if (!isByInitials) return 0;
  const isListed = initials.some((initial) => initial.isListed);
  return (isListed ? LISTED_INITIALS_POINTS : INITIALS_POINTS) - extentPoints(extent);
}

const oneOffPoints = ({ fullWords }: NameAgreement, { code }: JudgedExtent) =>
  code === 'all_subject_tokens' && fullWords > 0 ? ONE_OFF_OF_LONGER_POINTS : ONE_OFF_POINTS;

/**
 * Points and strength of an agreement; undefined if no word agrees. `search/name-bound.ts` mirrors
 * these rules as upper bounds. Factors are built for the best agreement only.
 */
export function judgeName(agreement: NameAgreement, isSupported: boolean): NameVerdict | undefined {
  const { oneOff, consonants } = agreement;
  const judged = judgedExtent(agreement);
  const { extent, code } = judged;
  if (extent.matched === 0) return undefined;
  const saysLittle = agreement.isSingleWord || agreement.lacksSyllable;
  const isLoneWord = code === 'all_listed_tokens' && saysLittle && extent.subjectWords > 1;
  const strength = strengthOf(agreement, judged);
  const isFirm = !isLoneWord && isFirmName(agreement, judged, strength);
  let points = extentPoints(extent) + initialsPrice(agreement, judged);
  points += consonants.length * NAME_POINTS.consonants;
  if (oneOff !== undefined) points += oneOffPoints(agreement, judged);
  if (isLoneWord && !isSupported) points += NAME_POINTS.loneWord;
  return { strength, isLoneWord, isFirm, extent: code, points };
}

/** A reading in its first spellings, as the entry writes or romanises them. */
const textOf = (reading: ComparableReading) => reading.map(([first = '']) => first).join(' ');

interface ToldName {
  agreement: NameAgreement;
  verdict: NameVerdict;
  reading: ComparableReading;
  isWeak: boolean;
}

export function nameFactors({ agreement, verdict, reading, isWeak }: ToldName, isSupported: boolean): MatchFactor[] {
  const text = textOf(reading);
  const { extent: code, isLoneWord } = verdict;
  const judged = judgedExtent(agreement);
  const factors: MatchFactor[] = [{ code, points: extentPoints(judged.extent), detail: text }];
  if (agreement.oneOff !== undefined)
    factors.push({ code: 'fuzzy_token', points: oneOffPoints(agreement, judged), detail: agreement.oneOff });
  for (const word of agreement.equivalents) factors.push(fixedFactor('equivalent_token', word));
  for (const word of agreement.consonants) factors.push(fixedFactor('consonant_token', word));
  for (const words of agreement.joinedWords) factors.push(fixedFactor('joined_words', words));
  if (agreement.cutWord !== undefined) factors.push(fixedFactor('cut_token', agreement.cutWord));
  factors.push(...initialFactors(agreement, judged));
  if (isWeak) factors.push(fixedFactor('weak_alias', text));
  if (isLoneWord && !isSupported) factors.push(fixedFactor('single_word_listed_name', text));
  return factors;
}

function initialFactors(agreement: NameAgreement, judged: JudgedExtent): MatchFactor[] {
  const letters = agreement.initials.map(({ letter }) => letter);
  if (judged.isByInitials) {
    const detail = letters.join(' ');
    return [{ code: 'initial_for_name', points: initialsPrice(agreement, judged), detail }];
  }
  // With only some words in common an initial is no reason for a match.
  return judged.code === 'some_tokens' ? [] : letters.map((letter) => fixedFactor('initial_token', letter));
}

export const NAME_POINTS = {
  same: FACTORS.name_same.points,
  contained: FACTORS.all_subject_tokens.points,
  oneOff: ONE_OFF_POINTS,
  oneOffOfLonger: ONE_OFF_OF_LONGER_POINTS,
  byInitials: INITIALS_POINTS,
  consonants: FACTORS.consonant_token.points,
  loneWord: FACTORS.single_word_listed_name.points,
};
