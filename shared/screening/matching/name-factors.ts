import type { ComparableReading } from '../names/search-terms.ts';
import { FACTORS, type Factor, fixedFactor } from './factor.ts';
import type { Extent, NameAgreement } from './name-agreement.ts';

/** `exact` by rule 3, `one_off` by rule 4; `consonants` and `partial` are neither, however much agrees. */
export type NameStrength = 'exact' | 'one_off' | 'consonants' | 'partial';

export interface NameVerdict {
  strength: NameStrength;
  /** One word of the subject's longer name is all the listed name has. */
  isLoneWord: boolean;
  extent: ExtentCode;
  points: number;
}

type ExtentCode = 'name_same' | 'all_subject_tokens' | 'all_listed_tokens' | 'some_tokens';

const SOME_TOKENS_CEILING = 60;

export const matchedWords = ({ same, consonants, oneOff, initials }: NameAgreement) =>
  same + consonants.length + (oneOff === undefined ? 0 : 1) + initials.length;

/** Points for `matched` words in common where each name has others too; also bounds what can be reached. */
export const someTokensPoints = (matched: number, subjectWords: number, listedWords: number) =>
  Math.max(1, Math.floor((SOME_TOKENS_CEILING * 2 * matched) / (subjectWords + listedWords)));

const extentIn = (agreement: NameAgreement): Extent => ({
  ...{ subjectWords: agreement.subjectWords, listedWords: agreement.listedWords },
  matched: matchedWords(agreement),
});

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

function strengthOf(agreement: NameAgreement, extent: ExtentCode): NameStrength {
  const { oneOff, initials, consonants } = agreement;
  if (extent === 'some_tokens' || initials.length > 0) return 'partial';
  if (consonants.length > 0) return 'consonants';
  return oneOff === undefined ? 'exact' : 'one_off';
}

/** What an agreement is worth; undefined when no word agrees. Factors are told for the best one only. */
export function judgeName(agreement: NameAgreement, isSupported: boolean): NameVerdict | undefined {
  const { oneOff, initials, consonants, subjectWords, isSingleWord } = agreement;
  if (matchedWords(agreement) === 0) return undefined;
  const extent = extentOf(extentIn(agreement));
  const isLoneWord = extent === 'all_listed_tokens' && isSingleWord && subjectWords > 1;
  let points = extentPoints(extentIn(agreement)) + initials.length * NAME_POINTS.initial;
  points += consonants.length * NAME_POINTS.consonants;
  if (oneOff !== undefined) points += NAME_POINTS.oneOff;
  if (isLoneWord && !isSupported) points += NAME_POINTS.loneWord;
  return { strength: strengthOf(agreement, extent), isLoneWord, extent, points };
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
  const { extent, isLoneWord } = verdict;
  const factors: Factor[] = [
    { code: extent, points: extentPoints(extentIn(agreement)), detail: text },
  ];
  if (agreement.oneOff !== undefined) factors.push(fixedFactor('fuzzy_token', agreement.oneOff));
  for (const word of agreement.consonants) factors.push(fixedFactor('consonant_token', word));
  for (const words of agreement.together) factors.push(fixedFactor('joined_words', words));
  for (const initial of agreement.initials) factors.push(fixedFactor('initial_token', initial));
  if (isWeak) factors.push(fixedFactor('weak_alias', text));
  if (isLoneWord && !isSupported) factors.push(fixedFactor('single_word_listed_name', text));
  return factors;
}

export const NAME_POINTS = {
  same: FACTORS.name_same.points,
  contained: FACTORS.all_subject_tokens.points,
  oneOff: FACTORS.fuzzy_token.points,
  initial: FACTORS.initial_token.points,
  consonants: FACTORS.consonant_token.points,
  loneWord: FACTORS.single_word_listed_name.points,
};
