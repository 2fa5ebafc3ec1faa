import type { CLASS_KEYS, Expectation } from './classes.ts';

/** What a reader of a result needs: words, and recall at any review score. The program is not part of it. */

export { LEAST_RECALL, recallAt } from './recall.ts';
export { HIGHEST_REVIEW_SCORE, LOWEST_REVIEW_SCORE } from './review-scores.ts';

export const CLASS_WORDS: Record<(typeof CLASS_KEYS)[number], string> = {
  order: 'Order of the words',
  particles: 'Particles left out or joined',
  initials: 'Initials',
  missing_word: 'Middle or last name missing',
  transliteration: 'Another romanisation',
  diacritics: 'Diacritics',
  titles: 'Titles',
  punctuation: 'Punctuation and capitals',
  company_forms: 'Company forms',
  company_abbreviations: 'Abbreviated words of companies',
  one_letter: 'One letter off',
  transposition: 'Two letters swapped',
  ocr: 'Misread by a scanner',
  cut_35: 'Cut at 35 characters',
  cut_140: 'Cut at 140 characters',
  joined_words: 'Words without spaces',
  lookalikes: 'Look-alike letters of another script',
  invisible_characters: 'Invisible characters',
  dropped_vowels: 'A word without vowels',
  digits_for_letters: 'Digits for letters',
  date_errors: 'Typing error in the date of birth',
  nationality_errors: 'Another nationality',
};

export const EXPECTED_WORDS: Record<Expectation, string> = {
  must: 'must be found, 95 %',
  should: 'should be found, 80 %',
  not_expected: 'not expected to be found',
};

export const KNOWN_WORDS = { bare: 'By name alone', known: 'With listed facts' } as const;

export const OUTCOME_WORDS = {
  passed: 'Everything is found as expected',
  limited: 'Less is found than should be',
  failed: 'Less is found than must be',
} as const;

export const STATUS_WORDS = {
  as_expected: 'as expected',
  short: 'less than expected',
  untested: 'not tested',
} as const;

/** 99.8 %. */
export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
