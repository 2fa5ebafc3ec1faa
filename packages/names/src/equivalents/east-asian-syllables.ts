import { isChineseSyllable } from './chinese-keys.ts';
import { isKoreanSyllable } from './korean-keys.ts';

/** One syllable of Vietnamese without its marks. */
const VIETNAMESE =
  /^(?:b|c|ch|d|g|gh|gi|h|k|kh|l|m|n|ng|ngh|nh|p|ph|qu|r|s|t|th|tr|v|x)?(?:[aeiouy]|ai|ao|au|ay|eo|eu|ia|ie|ieu|iu|oa|oai|oi|oe|ua|uay|ue|ui|uo|uoi|uou|uu|uy|uye|uya|ye|yeu)(?:c|ch|m|n|ng|nh|p|t)?$/;

/** Whether a folded Latin word is one syllable as Chinese and Korean names are written. */
export const isChineseOrKoreanSyllable = (word: string) => isChineseSyllable(word) || isKoreanSyllable(word);

/** The same, or one syllable of a Vietnamese name. */
export const isEastAsianSyllable = (word: string) => isChineseOrKoreanSyllable(word) || VIETNAMESE.test(word);
