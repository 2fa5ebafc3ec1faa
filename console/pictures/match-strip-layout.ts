export interface StripFactor {
  code: string;
  points: number;
  detail: string;
}

export interface StripPart {
  code: string;
  label: string;
  from: number;
  to: number;
  points: number;
}

const LABELS: Record<string, string> = {
  name_same: 'Same name',
  all_subject_tokens: 'All words of the customer; the entry has more',
  all_listed_tokens: 'All words of the entry; the customer has more',
  some_tokens: 'Some words in common',
  fuzzy_token: 'One letter off',
  equivalent_token: 'Other spelling',
  consonant_token: 'Same consonants',
  initial_for_name: 'Initials',
  single_word_listed_name: 'One-word listed name',
  dob_same_day: 'Same day of birth',
  dob_same_year: 'Same year of birth',
  dob_in_range: 'Within the listed years',
  dob_other_year: 'Born in another year',
  nationality_same: 'Nationality in common',
  nationality_other: 'Other nationality',
  wallet_same: 'Same wallet',
  document_same_country: 'Same document',
  document_likely_country: 'Same document',
  document_same_number: 'Same document number',
  ship_same_number: 'Same IMO number',
  global_same_number: 'Same LEI or BIC',
  contact_same: 'Same email or website',
  other_kind: 'Another kind',
  full_name_floor: 'Name stays in review',
  name_alone_cap: 'Not confirmed by a day of birth or document',
  one_letter_off_cap: 'One letter off is never a match',
  consonants_cap: 'Consonants are never a match',
  equivalent_cap: 'Another spelling is never a match',
  name_disagrees_cap: 'Names differ',
  partial_name_cap: 'Part of the name',
  score_floor: 'At least 0',
  score_ceiling: 'At most 100',
};

export const factorLabel = (code: string) => LABELS[code] ?? code.replaceAll('_', ' ');

/** Factors with points, each from the sum before to the sum after it. The last one ends at the score. */
export function layOutStrip(factors: readonly StripFactor[]): readonly StripPart[] {
  const parts: StripPart[] = [];
  let sum = 0;
  for (const { code, points } of factors) {
    if (points === 0) continue;
    parts.push({ code, label: factorLabel(code), from: sum, to: sum + points, points });
    sum += points;
  }
  return parts;
}
