import type { ComparableReading } from '../names/search-terms.ts';
import { FACTORS, type Factor, fixedFactor } from './factor.ts';
import type { Extent, NameAgreement } from './name-agreement.ts';

/**
 * `exact` by rule 3, `one_off` by rule 4; the others are neither, however much agrees. `equivalent` is a name in
 * another Latin spelling, `consonants` one in Arabic script by its consonants.
 */
export type NameStrength = 'exact' | 'equivalent' | 'one_off' | 'consonants' | 'partial';

export interface NameVerdict {
  strength: NameStrength;
  /** One word of the subject's longer name is all the listed name has. */
  isLoneWord: boolean;
  /** Every word of both names agrees, two or more with the company form, none of them a letter off. */
  isFullName: boolean;
  extent: ExtentCode;
  points: number;
}

type ExtentCode = 'name_same' | 'all_subject_tokens' | 'all_listed_tokens' | 'some_tokens';

const SOME_TOKENS_CEILING = 60;
/** What a name counts of which one full word agrees and initials stand for the rest. */
const INITIALS_POINTS = 65;
/** With so many full words an initial beside them says nothing either way. */
const NEUTRAL_INITIALS_FROM = 2;

/** Points for `matched` words in common where each name has others too; also bounds what can be reached. */
export const someTokensPoints = (matched: number, subjectWords: number, listedWords: number) =>
  Math.max(1, Math.floor((SOME_TOKENS_CEILING * 2 * matched) / (subjectWords + listedWords)));

function extentOf({ subjectWords, listedWords, matched }: Extent): ExtentCode {
  if (matched === subjectWords) return matched === listedWords ? 'name_same' : 'all_subject_tokens';
  return matched === listedWords ? 'all_listed_tokens' : 'some_tokens';
}

const pointsOf = (code: ExtentCode, { subjectWords, listedWords, matched }: Extent) =>
  code === 'some_tokens'
    ? someTokensPoints(matched, subjectWords, listedWords)
    : FACTORS[code].points;

/** What a name that agrees so far counts before anything is taken off. */
export const extentPoints = (extent: Extent) => pointsOf(extentOf(extent), extent);

/** How far names agree once their initials are taken for what they say. */
interface JudgedExtent {
  extent: Extent;
  code: ExtentCode;
  /** Initials stand for names that would have to agree: the name counts half. */
  isByInitials: boolean;
}

function judgedExtent(agreement: NameAgreement): JudgedExtent {
  const { same, equivalents, consonants, oneOff, initials, fullWords } = agreement;
  const words = same + equivalents.length + consonants.length + (oneOff === undefined ? 0 : 1);
  const written = { subjectWords: agreement.subjectWords, listedWords: agreement.listedWords };
  const extentWithout = { ...written, matched: words };
  if (initials.length > 0 && fullWords >= NEUTRAL_INITIALS_FROM) {
    // The letter is passed over; the word it may stand for is still a word that the other name lacks.
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
  const { oneOff, equivalents, consonants } = agreement;
  if (code === 'some_tokens' || isByInitials) return 'partial';
  if (consonants.length > 0) return 'consonants';
  if (oneOff !== undefined) return 'one_off';
  return equivalents.length > 0 ? 'equivalent' : 'exact';
}

const initialsPrice = ({ extent, isByInitials }: JudgedExtent) =>
  isByInitials ? INITIALS_POINTS - extentPoints(extent) : 0;

/** What an agreement is worth; undefined when no word agrees. Factors are told for the best one only. */
export function judgeName(agreement: NameAgreement, isSupported: boolean): NameVerdict | undefined {
  const { oneOff, consonants } = agreement;
  const judged = judgedExtent(agreement);
  const { extent, code } = judged;
  if (extent.matched === 0) return undefined;
  const isLoneWord =
    code === 'all_listed_tokens' && agreement.isSingleWord && extent.subjectWords > 1;
  const strength = strengthOf(agreement, judged);
  const isFullName =
    code === 'name_same' &&
    (extent.matched > 1 || agreement.hasForm) &&
    (strength === 'exact' || strength === 'equivalent');
  let points = extentPoints(extent) + initialsPrice(judged);
  points += consonants.length * NAME_POINTS.consonants;
  if (oneOff !== undefined) points += NAME_POINTS.oneOff;
  if (isLoneWord && !isSupported) points += NAME_POINTS.loneWord;
  return { strength, isLoneWord, isFullName, extent: code, points };
}

/** How a reading is told: in its first spellings, which the entry prints or reads itself by. */
const textOf = (reading: ComparableReading) => reading.map(([first = '']) => first).join(' ');

interface ToldName {
  agreement: NameAgreement;
  verdict: NameVerdict;
  reading: ComparableReading;
  isWeak: boolean;
}

export function nameFactors(
  { agreement, verdict, reading, isWeak }: ToldName,
  isSupported: boolean,
): Factor[] {
  const text = textOf(reading);
  const { extent: code, isLoneWord } = verdict;
  const judged = judgedExtent(agreement);
  const factors: Factor[] = [{ code, points: extentPoints(judged.extent), detail: text }];
  if (agreement.oneOff !== undefined) factors.push(fixedFactor('fuzzy_token', agreement.oneOff));
  for (const word of agreement.equivalents) factors.push(fixedFactor('equivalent_token', word));
  for (const word of agreement.consonants) factors.push(fixedFactor('consonant_token', word));
  for (const words of agreement.together) factors.push(fixedFactor('joined_words', words));
  factors.push(...initialFactors(agreement, judged));
  if (isWeak) factors.push(fixedFactor('weak_alias', text));
  if (isLoneWord && !isSupported) factors.push(fixedFactor('single_word_listed_name', text));
  return factors;
}

function initialFactors({ initials }: NameAgreement, judged: JudgedExtent): Factor[] {
  const letters = initials.map(({ letter }) => letter);
  if (judged.isByInitials) {
    const detail = letters.join(' ');
    return [{ code: 'initial_for_name', points: initialsPrice(judged), detail }];
  }
  // Where nearly nothing agrees an initial is no reason.
  return judged.code === 'some_tokens'
    ? []
    : letters.map((letter) => fixedFactor('initial_token', letter));
}

export const NAME_POINTS = {
  same: FACTORS.name_same.points,
  contained: FACTORS.all_subject_tokens.points,
  oneOff: FACTORS.fuzzy_token.points,
  byInitials: INITIALS_POINTS,
  consonants: FACTORS.consonant_token.points,
  loneWord: FACTORS.single_word_listed_name.points,
};
