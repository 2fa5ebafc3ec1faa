import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comparePolicies } from '../../console/domain/policy-compare.ts';
import { type Definition, policyInSentences } from '../../console/domain/policy-sentences.ts';
import { compareWords, type Piece } from '../../console/parts/compare-words.ts';

const DEFINITION: Definition = {
  schemaVersion: 1,
  applicability: [],
  aggregation: 'sum',
  floor: 0,
  ceiling: 100,
  missingEvidence: 'review',
  reviewAfterSeconds: 2_592_000,
  inputs: [
    {
      key: 'email.age_days',
      type: 'number',
      maxAgeSeconds: 2_592_000,
      acceptedSources: ['registered:019ced2c-0006-7000-8000-000000000001'],
    },
  ],
  factors: [
    {
      key: 'email_age',
      label: 'Age of the e-mail address',
      match: 'first',
      weight: 2,
      defaultPoints: 0,
      cases: [
        { all: [{ input: 'email.age_days', operator: 'lt', value: 7 }], points: 12 },
        { all: [{ input: 'email.age_days', operator: 'lt', value: 30 }], points: 9 },
      ],
    },
  ],
  bands: [
    { id: 'low', from: 0, effect: { decision: 'none', actions: [] } },
    { id: 'high', from: 60, effect: { decision: 'restrict', actions: ['limit_payouts'] } },
  ],
  rules: [],
} as unknown as Definition;

const withHighFrom = (from: number): Definition => ({
  ...DEFINITION,
  bands: DEFINITION.bands.map((band) => (band.id === 'high' ? { ...band, from } : band)),
});

const nowOf = (pieces: readonly Piece[]) =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : piece.now)).join('');
const wasOf = (pieces: readonly Piece[]) =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : piece.was)).join('');

describe('policy in words', () => {
  test('points are multiplied by their weight, and what counts otherwise comes last', () => {
    const points = policyInSentences(DEFINITION).find(({ heading }) => heading === 'Points');
    expect(points?.sentences.map(({ text }) => text)).toEqual([
      'Age of the e-mail address: +24 when email.age_days < 7.',
      'Age of the e-mail address: +18 when email.age_days < 30.',
      'Age of the e-mail address: 0 otherwise.',
      'Age of the e-mail address: the first case that applies counts.',
    ]);
  });

  test('a rule that forces a band and requests actions does not speak of a decision', () => {
    const [rules] = policyInSentences({
      ...DEFINITION,
      rules: [
        {
          key: 'listed',
          reason: 'Listed people are rejected.',
          forceBand: 'high',
          all: [{ input: 'email.age_days', operator: 'lt', value: 1 }],
          effect: { decision: 'none', actions: ['file_report'] },
        },
      ],
    }).filter(({ heading }) => heading === 'Rules');
    expect(rules?.sentences.map(({ text }) => text)).toEqual([
      'Listed: when email.age_days < 1, the band is at least High and it requests File report. ' +
        'Listed people are rejected.',
    ]);
  });

  test('an input says when it is required, and which of its sources counts', () => {
    const [first] = DEFINITION.inputs;
    if (!first) throw new Error('The policy has no input.');
    const other = {
      ...first,
      acceptedSources: [...first.acceptedSources, 'user:019ced2c-0006-7000-8000-000000000002'],
    };
    const requiredWhen: typeof first.requiredWhen = [
      { all: [{ input: 'kind', operator: 'eq', value: 'trust' }] },
      { all: [{ input: 'country', operator: 'eq', value: 'VG' }] },
    ];
    const inWords = (input: Partial<typeof first>) =>
      policyInSentences({ ...DEFINITION, inputs: [{ ...other, ...input }] }).find(({ heading }) =>
        heading.startsWith('Evidence'),
      )?.sentences[0]?.text;

    expect(inWords({ resolve: 'first_available' })).toBe(
      'email.age_days (number), at most 30 days old, from the first of 2 sources that has it.',
    );
    expect(inWords({ requiredWhen })).toBe(
      'email.age_days (number), at most 30 days old, from 2 sources; required only when kind = trust, or country = VG.',
    );
    expect(inWords({ type: 'list', itemOrder: 'ignored' })).toBe(
      'email.age_days (list), at most 30 days old, from 2 sources; in any order.',
    );
  });

  test('a version compared with itself says nothing', () => {
    expect(comparePolicies(DEFINITION, DEFINITION)).toEqual([]);
  });

  test('a moved band is one sentence with both numbers', () => {
    expect(comparePolicies(DEFINITION, withHighFrom(45))).toEqual([
      {
        heading: 'Decisions',
        changed: [['High begins at ', { now: '45', was: '60' }, ': restrict, and requests Limit payouts.']],
        removed: [],
        added: [],
      },
    ]);
  });

  test.each<[string, (definition: Definition) => Definition, string]>([
    [
      'the order of cases',
      (one) => ({
        ...one,
        factors: one.factors.map((factor) => ({ ...factor, cases: factor.cases.toReversed() })),
      }),
      'the cases are tried in another order',
    ],
    [
      'which case counts',
      (one) => ({
        ...one,
        factors: one.factors.map((factor) => ({ ...factor, match: 'highest' as const })),
      }),
      'the one with most points counts',
    ],
    [
      'the accepted sources',
      (one) => ({
        ...one,
        inputs: one.inputs.map((input) => ({ ...input, acceptedSources: ['service:other'] })),
      }),
      'other sources are accepted',
    ],
    ['half an hour', (one) => ({ ...one, reviewAfterSeconds: one.reviewAfterSeconds + 1800 }), '43230 minutes'],
  ])('a comparison names %s', (_what, change, words) => {
    expect(JSON.stringify(comparePolicies(DEFINITION, change(DEFINITION)))).toContain(words);
  });

  test('a band that is new, and one that is gone, are whole sentences', () => {
    const [low] = DEFINITION.bands;
    const without: Definition = { ...DEFINITION, bands: low ? [low] : [] };
    const sentence = 'High begins at 60: restrict, and requests Limit payouts.';
    expect(comparePolicies(without, DEFINITION)).toMatchObject([{ changed: [], removed: [], added: [sentence] }]);
    expect(comparePolicies(DEFINITION, without)).toMatchObject([{ changed: [], removed: [sentence], added: [] }]);
  });

  test('sentences about different factors are never one change', () => {
    const renamed: Definition = {
      ...DEFINITION,
      factors: DEFINITION.factors.map((factor) => ({ ...factor, key: 'other', weight: 1 })),
    };
    const [points] = comparePolicies(DEFINITION, renamed);
    expect(points).toMatchObject({ heading: 'Points', changed: [] });
    // What is said of both in the same words has not changed.
    expect(points?.removed).toHaveLength(2);
    expect(points?.added).toHaveLength(2);
  });
});

describe('words of two sentences', () => {
  const word = fc.constantFrom('high', 'low', 'begins', 'at', '45', '60', 'email.age_days', '1,000', ':', '.');
  const sentence = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));

  test('the pieces make up both sentences', () => {
    fc.assert(
      fc.property(sentence, sentence, (before, after) => {
        const pieces = compareWords(before, after);
        expect(nowOf(pieces)).toBe(after);
        expect(wasOf(pieces)).toBe(before);
      }),
    );
  });

  test('equal sentences are one piece', () => {
    fc.assert(
      fc.property(sentence, (text) => {
        expect(compareWords(text, text)).toEqual(text === '' ? [] : [text]);
      }),
    );
  });

  test('words that change side by side are one change', () => {
    expect(compareWords('at most 30 days old', 'at most 2 hours old')).toEqual([
      'at most ',
      { now: '2 hours', was: '30 days' },
      ' old',
    ]);
  });
});
