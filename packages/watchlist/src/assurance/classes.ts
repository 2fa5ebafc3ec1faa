import type { ListedEntry } from '../listed-entry.ts';
import type { EntityType } from '../matching/screened-subject.ts';
import { invisible, lookalike, withDigit, withoutVowels } from './adversarial.ts';
import {
  initials,
  marksChanged,
  missingWord,
  otherForm,
  punctuated,
  reordered,
  titled,
  transliterated,
  withoutParticle,
} from './benign.ts';
import { asListed, cutAt, joined, LINE, lastFirst, scanned, shortened, swappedLetters, typed } from './damage.ts';
import { type Below, pickOne } from './dice.ts';
import { type Change, isFullWord, type WrittenName } from './written-name.ts';
import { mistypedDay, otherCountry } from './wrong-facts.ts';

/** Cases must be found, should be found, or are not expected to be: those are measured so that the limit is known. */
export const EXPECTATIONS = ['must', 'should', 'not_expected'] as const;
export type Expectation = (typeof EXPECTATIONS)[number];

export const CLASS_GROUPS = ['benign', 'degraded', 'adversarial', 'facts'] as const;

/** What is screened of a manipulated record: the name, and the fact that is wrong. */
export interface ManipulatedRecord {
  name: string;
  dateOfBirth?: string;
  nationality?: string;
}

export interface VariantClass {
  key: ClassKey;
  group: (typeof CLASS_GROUPS)[number];
  of: EntityType | 'any';
  /** Without and with the date of birth and the nationality that the list states. */
  expected: { bare: Expectation; known: Expectation };
  make: (named: WrittenName, entry: ListedEntry, below: Below) => ManipulatedRecord | undefined;
}

/** In the order in which they are reported. */
export const CLASS_KEYS = [
  'order',
  'particles',
  'initials',
  'missing_word',
  'transliteration',
  'diacritics',
  'titles',
  'punctuation',
  'company_forms',
  'company_abbreviations',
  'one_letter',
  'transposition',
  'ocr',
  'cut_35',
  'cut_140',
  'joined_words',
  'lookalikes',
  'invisible_characters',
  'dropped_vowels',
  'digits_for_letters',
  'date_errors',
  'nationality_errors',
] as const;
type ClassKey = (typeof CLASS_KEYS)[number];

const renamed =
  (change: Change): VariantClass['make'] =>
  (named, _entry, below) => {
    const name = change(named, below);
    return name === undefined || name === named.base ? undefined : { name };
  };

const joinedPerson: Change = (named, below) =>
  joined(pickOne([asListed, lastFirst], below) ?? asListed, 2, 5)(named, below);

const LONGEST_LINE = 140;

const must = { bare: 'must', known: 'must' } as const;
/** By the name alone it depends on the review score. */
const knownMust = { bare: 'should', known: 'must' } as const;
const should = { bare: 'should', known: 'should' } as const;
const notExpected = { bare: 'not_expected', known: 'not_expected' } as const;

type Row = readonly [VariantClass['of'], VariantClass['expected'], Change];

const named = (group: VariantClass['group'], rows: Partial<Record<ClassKey, Row>>): VariantClass[] =>
  CLASS_KEYS.flatMap((key) => {
    const [of, expected, change] = rows[key] ?? [];
    return of && expected && change ? [{ key, group, of, expected, make: renamed(change) }] : [];
  });

export const VARIANT_CLASSES: readonly VariantClass[] = [
  ...named('benign', {
    order: ['person', must, reordered],
    particles: ['person', should, withoutParticle],
    initials: ['person', knownMust, initials],
    missing_word: ['person', must, missingWord],
    transliteration: ['person', should, transliterated],
    diacritics: ['any', must, marksChanged],
    titles: ['person', must, titled],
    punctuation: ['any', must, punctuated],
    company_forms: ['entity', must, otherForm],
    company_abbreviations: ['entity', should, shortened],
  }),
  ...named('degraded', {
    one_letter: ['any', knownMust, typed],
    transposition: ['any', knownMust, swappedLetters],
    ocr: ['any', knownMust, scanned],
    cut_35: ['any', should, cutAt(LINE)],
    cut_140: ['any', should, cutAt(LONGEST_LINE)],
    joined_words: ['person', must, joinedPerson],
  }),
  ...named('adversarial', {
    lookalikes: ['any', must, lookalike],
    invisible_characters: ['any', must, invisible],
    dropped_vowels: ['any', notExpected, withoutVowels],
    digits_for_letters: ['any', notExpected, withDigit],
  }),
  {
    key: 'date_errors',
    group: 'facts',
    of: 'person',
    expected: must,
    make: ({ base }, entry, below) => {
      const dateOfBirth = mistypedDay(entry, below);
      return dateOfBirth === undefined ? undefined : { name: base, dateOfBirth };
    },
  },
  {
    key: 'nationality_errors',
    group: 'facts',
    of: 'any',
    expected: must,
    // One word is a poor lead by itself.
    make: ({ base, words }, entry, below) => {
      const nationality = otherCountry(entry, below);
      return nationality === undefined || words.filter(isFullWord).length < 2 ? undefined : { name: base, nationality };
    },
  },
];
