import { FactorCode } from '@assay/watchlist';
import { describe, expect, test } from 'vitest';
import {
  BUILT_IN_REASONS,
  claimsOf,
  type Reasons,
  updatedReasons,
  withFacts,
} from '#shared/organization/settings/decision-reasons.ts';
import { type ComparedMatch, offeredReasons, whyContradicted } from '#shared/screening/reason-check.ts';

const compared = (codes: readonly FactorCode[], more: Partial<ComparedMatch> = {}) => ({
  factors: codes.map((code) => ({ code })),
  entryKind: 'person' as const,
  subjectKind: 'person',
  isClearedBefore: false,
  ...more,
});
const check = (
  reason: string,
  decision: 'false_positive' | 'confirmed',
  match: ComparedMatch,
  reasons: Reasons = BUILT_IN_REASONS,
) => whyContradicted(claimsOf(reasons, { reason, decision }), match);

describe('decision reasons', () => {
  test.each<[string, readonly FactorCode[], string]>([
    ['Different date of birth', ['dob_same_day'], 'the day of birth is the same'],
    ['Different date of birth', ['dob_same_year'], 'the year of birth is the same'],
    ['Born in another year', ['dob_in_range'], 'the date of birth is within the listed years'],
    ['Different nationality', ['nationality_same'], 'a nationality or country is the same'],
    ['Another nationality', ['nationality_same'], 'a nationality or country is the same'],
    ['Different identification number', ['document_same_number'], 'a document number is the same'],
    ['No document number agrees', ['wallet_same'], 'a wallet address is the same'],
    ['Different full name', ['name_same'], 'all words of both names agree'],
    ['Only part of the name agrees', ['name_same', 'equivalent_token'], 'all words of both names agree'],
    ['Different kind of entity', ['name_same'], 'both are persons'],
    ['A company, not a person', [], 'both are persons'],
    [
      'Common name without further agreement',
      ['name_same', 'nationality_same'],
      'a nationality or country is the same',
    ],
    [
      'Cleared before: same customer, same entry, unchanged',
      [],
      'the unchanged entry was not cleared for this customer before',
    ],
  ])('decision reasons: “%s” with %j is contradicted', (reason, codes, words) => {
    expect(check(reason, 'false_positive', compared(codes))).toBe(words);
    // A known text says the same under the other decision.
    expect(check(reason, 'confirmed', compared(codes))).toBe(words);
  });

  test.each<[string, readonly FactorCode[], string]>([
    ['Same full name and date of birth', ['name_same', 'dob_other_year'], 'the years of birth differ'],
    ['Same name and date of birth', ['all_subject_tokens', 'dob_same_day'], 'the listed name has more words'],
    [
      'Same name, date of birth and country',
      ['name_same', 'dob_same_day', 'nationality_other'],
      'no nationality or country is the same',
    ],
    ['Same name and date of birth', ['name_same', 'dob_near'], 'the dates of birth differ'],
    ['Part of the name and the date of birth agree', ['all_subject_tokens', 'dob_near'], 'the dates of birth differ'],
  ])('decision reasons: the confirmation “%s” with %j is contradicted', (reason, codes, words) => {
    expect(check(reason, 'confirmed', compared(codes))).toBe(words);
  });

  test.each<[string, readonly FactorCode[]]>([
    ['Different date of birth', ['dob_other_year']],
    ['Different date of birth', ['dob_near']],
    ['Different date of birth', []],
    ['Different nationality', ['nationality_other']],
    ['Different full name', ['name_same', 'fuzzy_token']],
    ['Different full name', ['all_subject_tokens']],
    ['Different kind of entity', ['other_kind_identified']],
    ['Common name without further agreement', ['name_same', 'nationality_other']],
    ['Same identification number', ['name_same']],
    ['Looked at the passport: Different date of birth', ['dob_same_day']],
  ])('decision reasons: “%s” with %j is not contradicted', (reason, codes) => {
    expect(check(reason, 'false_positive', compared(codes))).toBeNull();
  });

  test('decision reasons: case, spaces, invisible characters and punctuation do not hide a known reason', () => {
    for (const reason of [
      'different  date of birth',
      ' Different date of birth. ',
      'DIFFERENT DATE OF BIRTH!',
      'Different date\u200b of birth',
    ])
      expect(check(reason, 'false_positive', compared(['dob_same_day']))).not.toBeNull();
  });

  test('decision reasons: a kind that is not known contradicts nothing', () => {
    const reason = 'Different kind of entity';
    for (const more of [{ subjectKind: null }, { subjectKind: 'account' }, { entryKind: null }])
      expect(check(reason, 'false_positive', compared([], more))).toBeNull();
    expect(check(reason, 'false_positive', compared([], { subjectKind: 'business', entryKind: 'entity' }))).toBe(
      'both are organizations',
    );
  });

  test('decision reasons: an own reason says the fact of its setting, by the list it is in', () => {
    const own = withFacts(
      {
        falsePositive: ['Wrong generation', 'Looked at'],
        confirmed: ['Birthday fits', 'Looked at'],
      },
      [
        { reason: 'Wrong generation', fact: 'birth' },
        { reason: 'Birthday fits', fact: 'birth' },
        { reason: 'Looked at', fact: 'nationality' },
      ],
    );
    const at = (reason: string, decision: 'false_positive' | 'confirmed', code: FactorCode) =>
      check(reason, decision, compared([code]), own) !== null;

    expect(at('Wrong generation', 'false_positive', 'dob_same_day')).toBe(true);
    expect(at('Wrong generation', 'confirmed', 'dob_same_day')).toBe(true);
    expect(at('Wrong generation', 'false_positive', 'dob_other_year')).toBe(false);
    expect(at('Birthday fits', 'confirmed', 'dob_other_year')).toBe(true);
    expect(at('Birthday fits', 'confirmed', 'dob_same_day')).toBe(false);
    expect(at('Looked at', 'false_positive', 'nationality_same')).toBe(true);
    expect(at('Looked at', 'confirmed', 'nationality_same')).toBe(false);
    expect(at('Looked at', 'confirmed', 'nationality_other')).toBe(true);
  });

  test('decision reasons: no setting takes the meaning of a built-in reason away', () => {
    const own = withFacts({ falsePositive: ['Different date of birth'], confirmed: ['Same'] }, [
      { reason: 'Different date of birth', fact: 'none' },
    ]);
    expect(own.facts).toContainEqual({ reason: 'Different date of birth', fact: 'none' });
    expect(check('Different date of birth', 'false_positive', compared(['dob_same_day']), own)).not.toBeNull();
  });

  test('decision reasons: texts without a fact claim what the product knows of them, else nothing', () => {
    const lists = {
      falsePositive: ['Different nationality', 'Met in person'],
      confirmed: ['Same'],
    };
    expect(withFacts(lists, []).facts).toEqual([
      { reason: 'Different nationality', fact: 'nationality' },
      { reason: 'Met in person', fact: 'none' },
      { reason: 'Same', fact: 'none' },
    ]);
  });

  test('decision reasons: an update without facts keeps those of reasons that stay', () => {
    const lists = { falsePositive: ['Wrong generation', 'Met in person'], confirmed: ['Same'] };
    const before = withFacts(lists, [{ reason: 'Wrong generation', fact: 'birth' }]);

    expect(updatedReasons(before, { ...lists, falsePositive: ['Wrong generation', 'New'] }).facts).toEqual([
      { reason: 'Wrong generation', fact: 'birth' },
      { reason: 'New', fact: 'none' },
      { reason: 'Same', fact: 'none' },
    ]);
    expect(
      updatedReasons(before, { ...lists, facts: [{ reason: 'Wrong generation', fact: 'none' }] }).facts[0],
    ).toEqual({ reason: 'Wrong generation', fact: 'none' });
  });

  test('decision reasons: every fact but `none` is contradicted by some factor', () => {
    const codes = FactorCode.options;
    for (const fact of ['birth', 'nationality', 'document', 'name', 'kind'] as const) {
      const own = withFacts({ falsePositive: ['A'], confirmed: ['B'] }, [
        { reason: 'A', fact },
        { reason: 'B', fact },
      ]);
      const contradicting = codes.filter((code) =>
        offeredReasons(own, compared([code])).some(({ contradiction }) => contradiction),
      );
      expect(contradicting.length, fact).toBeGreaterThan(0);
    }
  });
});
