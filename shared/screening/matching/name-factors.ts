import type { ComparableReading } from '../names/search-terms.ts';
import { FACTORS, type Factor, fixedFactor } from './factor.ts';
import type { NameAgreement } from './name-agreement.ts';

/** `exact` by rule 3, `one_off` by rule 4; `partial` is neither, however much agrees. */
export type NameStrength = 'exact' | 'one_off' | 'partial';

export interface NameVerdict {
  strength: NameStrength;
  /** One word of the subject's longer name is all the listed name has. */
  isLoneWord: boolean;
  factors: readonly Factor[];
}

const SOME_TOKENS_CEILING = 60;

export const matchedWords = ({ same, oneOff, initials }: NameAgreement) =>
  same + (oneOff === undefined ? 0 : 1) + initials.length;

/** Points for `matched` words in common where each name has others too; also bounds what can be reached. */
export const someTokensPoints = (matched: number, subjectWords: number, listedWords: number) =>
  Math.max(1, Math.floor((SOME_TOKENS_CEILING * 2 * matched) / (subjectWords + listedWords)));

function extentFactor(agreement: NameAgreement, listedText: string): Factor {
  const { subjectWords, listedWords } = agreement;
  const matched = matchedWords(agreement);
  if (matched === subjectWords && matched === listedWords)
    return fixedFactor('name_same', listedText);
  if (matched === subjectWords) return fixedFactor('all_subject_tokens', listedText);
  if (matched === listedWords) return fixedFactor('all_listed_tokens', listedText);
  const points = someTokensPoints(matched, subjectWords, listedWords);
  return { code: 'some_tokens', points, detail: listedText };
}

function strengthOf(agreement: NameAgreement, extent: Factor): NameStrength {
  if (extent.code === 'some_tokens' || agreement.initials.length > 0) return 'partial';
  return agreement.oneOff === undefined ? 'exact' : 'one_off';
}

/** How a reading is told: in its first spellings, which the entry prints or reads itself by. */
const textOf = (reading: ComparableReading) => reading.map(([first = '']) => first).join(' ');

/** Undefined when no word agrees. */
export function judgeName(
  agreement: NameAgreement,
  listed: { isWeak: boolean; reading: ComparableReading },
): NameVerdict | undefined {
  const { oneOff, initials, subjectWords, listedWords } = agreement;
  if (matchedWords(agreement) === 0) return undefined;
  const text = textOf(listed.reading);
  const extent = extentFactor(agreement, text);
  const factors = [extent];
  if (oneOff !== undefined) factors.push(fixedFactor('fuzzy_token', oneOff));
  for (const initial of initials) factors.push(fixedFactor('initial_token', initial));
  if (listed.isWeak) factors.push(fixedFactor('weak_alias', text));
  return {
    strength: strengthOf(agreement, extent),
    isLoneWord: extent.code === 'all_listed_tokens' && listedWords === 1 && subjectWords > 1,
    factors,
  };
}

/** What a verdict counts when nothing else agrees, or when something does. */
export function nameFactors(verdict: NameVerdict, isSupported: boolean): readonly Factor[] {
  if (!verdict.isLoneWord || isSupported) return verdict.factors;
  const [extent] = verdict.factors;
  return [...verdict.factors, fixedFactor('single_word_listed_name', extent?.detail ?? '')];
}

export const NAME_POINTS = {
  same: FACTORS.name_same.points,
  contained: FACTORS.all_subject_tokens.points,
  oneOff: FACTORS.fuzzy_token.points,
  initial: FACTORS.initial_token.points,
  loneWord: FACTORS.single_word_listed_name.points,
};
