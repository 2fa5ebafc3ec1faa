import * as z from 'zod';

/** One reason for a score. The points of all factors of a match add up to its score. */
export interface MatchFactor {
  code: FactorCode;
  points: number;
  detail: string;
}

interface FactorMeaning {
  /** A number if the points are always the same. */
  points: number | string;
  meaning: string;
}

/**
 * Every factor with its meaning and points: used by the scorer and printed in the API
 * documentation.
 */
export const FACTORS = {
  name_same: { points: 85, meaning: 'Both names have the same words, in any order.' },
  all_subject_tokens: {
    points: 75,
    meaning: 'Every word of the subject’s name is in the listed name, which has more.',
  },
  all_listed_tokens: {
    points: 75,
    meaning: 'Every word of the listed name is in the subject’s name, which has more.',
  },
  some_tokens: {
    points: '1 to 59, by the share of words in common',
    meaning: 'The names have words in common, and each has others.',
  },
  fuzzy_token: {
    points: '-20, or -10 if another word agrees and the listed name has more words',
    meaning:
      'A word is one letter off, or as a scanner misreads it (rn for m, vv for w, cl for d); the detail is the ' +
      'listed spelling. A word of up to four letters counts only if all other words of a longer name agree.',
  },
  equivalent_token: {
    points: 0,
    meaning:
      'A word is another Latin spelling of the same name (Hassan, Hasan), or an abbreviation or form of the same ' +
      'generic word of a company (Intl, International); the detail is the listed spelling.',
  },
  consonant_token: {
    points: -5,
    meaning:
      'A word in Arabic script has the consonants and long vowels of a listed word in Latin letters; the ' +
      'detail is the listed spelling.',
  },
  joined_words: {
    points: 0,
    meaning:
      'One name writes as one word what the other writes as several, or the whole name without spaces; the detail ' +
      'is the listed spelling.',
  },
  cut_token: {
    points: 0,
    meaning:
      'The subject’s name is as long as a field of a payment message (35, 70 or 140 characters) and ends within a ' +
      'listed word; the detail is that word.',
  },
  initial_token: {
    points: 0,
    meaning:
      'An initial agrees with the first letter of a word of the other name, and two full words agree: it ' +
      'counts neither way.',
  },
  initial_for_name: {
    points: 'what brings the name to 65 or 64',
    meaning: 'One full word agrees, and the other words are initials; 64 if an initial is that of the listed name.',
  },
  weak_alias: { points: 0, meaning: 'The name that agrees is an alias the list marks as weak.' },
  single_word_listed_name: {
    points: -15,
    meaning:
      'The listed name is one word of the subject’s longer name, or some of the syllables of a longer Chinese or ' +
      'Korean name, and no date of birth or identifier agrees, nor, for companies, a country. Does not apply to ' +
      'companies whose name is a rare word.',
  },
  dob_same_day: { points: 25, meaning: 'The same day of birth.' },
  dob_same_year: {
    points: 10,
    meaning: 'The same year of birth, where not both sides state the day or the month.',
  },
  dob_in_range: { points: 5, meaning: 'A date of birth within the range of years that is listed.' },
  dob_near: {
    points: 0,
    meaning:
      'Dates of birth that differ the way typing errors do: the year one off, day and month swapped, one ' +
      'digit changed, the same day and month of another year within ten (but not 1 January), or only the day or ' +
      'month within a year.',
  },
  dob_other_year: { points: -30, meaning: 'Born in another year.' },
  nationality_same: {
    points: 5,
    meaning: 'A nationality, country of registration, or country of a national office in common.',
  },
  nationality_other: {
    points: -20,
    meaning:
      'Both state nationalities and none is in common; the country of a national office counts as a nationality of ' +
      'its holder.',
  },
  listing_ended: {
    points: 0,
    meaning: 'The measure has ended: the list states a last day before the day of screening.',
  },
  wallet_same: { points: 100, meaning: 'The same wallet address.' },
  document_same_country: { points: 70, meaning: 'The same number of a document or register of the same country.' },
  document_likely_country: {
    points: 70,
    meaning:
      'The same document number, of a country that the entry names as its own; the list does not state whose it is.',
  },
  ship_same_number: { points: 70, meaning: 'The same IMO number, which no two ships have.' },
  global_same_number: {
    points: 70,
    meaning: 'The same LEI, or the BIC of the same bank: no two organisations have it.',
  },
  contact_same: { points: 70, meaning: 'The same email address or website.' },
  document_same_number: {
    points: 25,
    meaning: 'The same document number, where not both sides state its country.',
  },
  other_kind: {
    points: 'what brings the score to 0',
    meaning: 'The subject is a person and the entry is not, or the reverse, and no identifier agrees.',
  },
  other_kind_identified: {
    points: 0,
    meaning: 'The subject is a person and the entry is not, or the reverse; an identifier agrees, so all points count.',
  },
  full_name_floor: {
    points: 'what brings the score back to 70, at most the points of nationality_other',
    meaning:
      'All words of one name are in the other, two or more full words agree, and no date of birth ' +
      'contradicts: a different nationality alone does not hide the entry.',
  },
  score_floor: { points: 'what brings the score to 0', meaning: 'No score is below 0.' },
  score_ceiling: { points: 'what brings the score to 100', meaning: 'No score is above 100.' },
  name_alone_cap: {
    points: 'what brings the score below matchScore',
    meaning: 'The name agrees, and no date of birth, document or wallet confirms it.',
  },
  one_letter_off_cap: {
    points: 'what brings the score below matchScore',
    meaning: 'A name one letter off is never a match without a wallet address.',
  },
  consonants_cap: {
    points: 'what brings the score below matchScore',
    meaning: 'A name that agrees by consonants is never a match.',
  },
  equivalent_cap: {
    points: 'what brings the score below matchScore',
    meaning: 'A name in another Latin spelling is never a match without a wallet address.',
  },
  cut_cap: {
    points: 'what brings the score below matchScore',
    meaning: 'A name whose end is missing is never a match without a wallet address.',
  },
  name_disagrees_cap: {
    points: 'what brings the score below matchScore',
    meaning: 'The names do not agree, whatever else does.',
  },
  partial_name_cap: {
    points: 'what brings the score to 69',
    meaning:
      'Each name has a word that the other lacks, and no identifier agrees: dates of birth and nationalities ' +
      'alone do not reach the default `reviewScore` of 70.',
  },
} as const satisfies Record<string, FactorMeaning>;

export type FactorCode = keyof typeof FACTORS;

/** One line for each code, for the API documentation. */
const meanings = Object.entries(FACTORS).map(([code, { points, meaning }]) => `- \`${code}\` (${points}): ${meaning}`);

// The keys of an object literal are exactly those of its type.
export const FactorCode = z.enum(Object.keys(FACTORS) as FactorCode[]).meta({
  id: 'ScreeningFactorCode',
  description: ['Meaning of each factor, with its points:', '', ...meanings].join('\n'),
});

type FixedCode = {
  [Code in FactorCode]: (typeof FACTORS)[Code]['points'] extends number ? Code : never;
}[FactorCode];

/** A factor with the fixed points of the table. */
export const fixedFactor = (code: FixedCode, detail: string): MatchFactor => ({
  code,
  points: FACTORS[code].points,
  detail,
});

export const sumOf = (factors: readonly MatchFactor[]) => factors.reduce((sum, { points }) => sum + points, 0);
