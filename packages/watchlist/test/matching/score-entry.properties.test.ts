import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds } from '../../../../test/support/properties.ts';
import { runs } from '../../../../test/support/soak.ts';
import { FACTORS } from '../../src/matching/factor.ts';
import { anEntry, bornOn, codesOf, DEFAULT_POLICY, score } from './builders.ts';
import { DAY, listed, PASSPORT, WALLET } from './known-person.ts';

const words = fc.constantFrom('viktor', 'semyonov', 'semyanov', 'ivan', 'olga', 'petrov', 'petrof', 'v');
const anyName = fc.array(words, { minLength: 1, maxLength: 4 }).map((all) => all.join(' '));
const anyDate = fc.constantFrom('1961-04-12', '1961', '1970-01-01');
const anySubject = fc.record({
  name: anyName,
  datesOfBirth: fc.array(anyDate, { maxLength: 2 }),
  nationalities: fc.uniqueArray(fc.constantFrom('RU', 'FR', 'DE'), { maxLength: 2 }),
  identifiers: fc.subarray([PASSPORT, WALLET]),
  entityType: fc.constantFrom(undefined, 'person' as const, 'entity' as const),
});
const anyListed = fc
  .record({ names: fc.array(anyName, { minLength: 1, maxLength: 3 }), knows: fc.boolean() })
  .map(({ names, knows }) => anEntry(names, knows ? { ...listed, names: anEntry(names).names } : {}));
const anyPolicy = fc
  .tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 99 }))
  .map(([a, b]) => ({ reviewScore: Math.min(a, b), matchScore: Math.max(a, b) + 1 }));

const threeWords = anEntry('Ahmad Hassan Zawahiri', bornOn(DAY));

describe('whatever is compared', () => {
  test('the points add up to the score, which is between 0 and 100', async () => {
    await holds(
      fc.property(anySubject, anyListed, anyPolicy, (subject, entry, policy) => {
        const result = score(subject, entry, policy);

        expect(result.factors.reduce((sum, { points }) => sum + points, 0)).toBe(result.score);
        expect(result.score).toBeGreaterThanOrEqual(0);
        expect(result.score).toBeLessThanOrEqual(100);
      }),
    );
  });

  test('a factor of fixed points always counts what its documentation says', async () => {
    await holds(
      fc.property(anySubject, anyListed, anyPolicy, (subject, entry, policy) => {
        for (const { code, points } of score(subject, entry, policy).factors) {
          const documented = FACTORS[code].points;
          if (typeof documented === 'number') expect(points).toBe(documented);
        }
      }),
    );
  });

  test('the order of words changes nothing', async () => {
    await holds(
      fc.property(anySubject, anyListed, fc.gen(), (subject, entry, gen) => {
        // Letters that stand side by side are also read as one word, so their order may say something.
        const texts = [subject.name, ...entry.names.map(({ text }) => text)];
        fc.pre(texts.every((text) => text.split(' ').filter(({ length }) => length === 1).length < 2));
        const shuffled = (text: string) => {
          const all = text.split(' ');
          return gen(fc.shuffledSubarray, all, { minLength: all.length }).join(' ');
        };
        const other = {
          ...entry,
          names: entry.names.map((name) => ({ ...name, text: shuffled(name.text) })),
        };

        expect(score({ ...subject, name: shuffled(subject.name) }, other).score).toBe(score(subject, entry).score);
      }),
    );
  });

  test('the score and its factors do not depend on the review score', async () => {
    await holds(
      fc.property(anySubject, anyListed, anyPolicy, (subject, entry, policy) => {
        const { matchScore } = policy;

        expect(score(subject, entry, policy)).toEqual(score(subject, entry, { reviewScore: 1, matchScore }));
      }),
      runs(300),
    );
  });

  test('a nationality never hides what two full words of a name show', async () => {
    await holds(
      fc.property(anySubject, anyListed, fc.gen(), (any, entry, gen) => {
        // Words of a listed name and perhaps another: of any two names hardly one pair in ten agrees so far.
        const { text: listedName } = gen(fc.constantFrom, ...entry.names);
        const own = gen(fc.shuffledSubarray, listedName.split(' '), { minLength: 1 });
        const subject = { ...any, name: [...own, ...gen(fc.array, words, { maxLength: 1 })].join(' ') };
        const alone = { ...subject, nationalities: [] };
        const without = score(alone, entry);
        const isWhole = codesOf(without).some((code) => /^(name_same|all_)/.test(code));
        const fullWords = [subject.name, ...entry.names.map(({ text }) => text)].map(
          (text) => new Set(text.split(' ').filter(({ length }) => length > 1)),
        );
        fc.pre(isWhole && fullWords.every(({ size }) => size > 1));
        fc.pre(!codesOf(without).includes('dob_other_year') && without.score >= 70);
        fc.pre(!codesOf(without).some((code) => /fuzzy|initial/.test(code)));

        expect(score({ ...subject, nationalities: ['BR'] }, entry).score).toBeGreaterThanOrEqual(70);
      }),
      runs(200),
    );
  });

  test('a further name of the subject never lowers the score', async () => {
    const printed = fc.constantFrom('احمد حسن ظواهري', 'احمد حسن', 'Виктор Семёнов');
    const alias = fc.oneof(anyName, printed);
    const entries = fc.oneof(anyListed, fc.constant(threeWords));
    const subjects = fc.oneof(anySubject, fc.constant({ name: 'Ahmad Hassan', datesOfBirth: [DAY] }));
    await holds(
      fc.property(subjects, alias, entries, anyPolicy, (subject, another, entry, policy) => {
        const more = { ...subject, aliases: [another] };

        expect(score(more, entry, policy).score).toBeGreaterThanOrEqual(score(subject, entry, policy).score);
      }),
      {
        ...runs(500),
        // Agrees by consonants in all three words, which may be no match; the other name in two, which may.
        examples: [[{ name: 'Ahmad Hassan', datesOfBirth: [DAY] }, 'احمد حسن ظواهري', threeWords, DEFAULT_POLICY]],
      },
    );
  });

  test('a match has a decisive factor, and one letter off only with a wallet', async () => {
    await holds(
      fc.property(anySubject, anyListed, anyPolicy, (subject, entry, policy) => {
        const result = score(subject, entry, policy);
        fc.pre(result.score >= policy.matchScore);
        const codes = codesOf(result);

        expect(codes).toEqual(
          expect.arrayContaining([expect.stringMatching(/^(name_same|all_(subject|listed)_tokens)$/)]),
        );
        if (codes.includes('fuzzy_token')) expect(codes).toContain('wallet_same');
        else
          expect(codes).toEqual(
            expect.arrayContaining([expect.stringMatching(/^(dob_same_day|wallet_same|document_same_country)$/)]),
          );
      }),
      runs(500),
    );
  });
});
