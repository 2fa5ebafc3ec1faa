import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds } from '../../../../test/support/properties.ts';
import { runs } from '../../../../test/support/soak.ts';
import { screen } from '../../src/search/screen.ts';
import { maySuffice } from '../../src/watching/one-word.ts';
import { entryTerms, subjectTerms } from '../../src/watching/terms.ts';
import { anEntry } from '../matching/builders.ts';
import { someEntries, someSubject } from '../search/any-entry.ts';
import { aList, tables } from '../search/index-support.ts';

const someReviewScore = fc.constantFrom(40, 60, 65, 70, 75);

async function mayFind(
  entry: Parameters<typeof entryTerms>[1],
  { terms, oneWord, beside }: Awaited<ReturnType<typeof subjectTerms>>,
  reviewScore: number,
) {
  const listed = await entryTerms(tables, entry);
  const bits = listed.terms.reduce((all, term) => all | (terms.get(term) ?? 0), 0);
  return maySuffice(bits, { oneWord, reviewScore, states: (stated) => beside.includes(stated) }, listed.beside);
}

test('every entry that a search finds at the review score is a candidate by its terms', async () => {
  await holds(
    fc.asyncProperty(someEntries, someSubject, someReviewScore, async (entries, subject, reviewScore) => {
      const list = await aList(entries);
      const policy = { reviewScore, matchScore: 90 };
      const request = { subject, policy, lookbackMonths: 12 };

      const { matches } = await screen([list], request, { today: '2026-03-14', tables });

      const watch = await subjectTerms(tables, subject);
      for (const { entry, score, matchedName } of matches)
        expect(await mayFind(entry, watch, reviewScore), `${subject.name} / ${matchedName} ${score}`).toBe(true);
    }),
    runs(800),
  );
});

/** So few that names share one word, and dates and countries agree or differ, about as often. */
const someWords = (words: string) => fc.array(fc.constantFrom(...words.split(' ')), { minLength: 1, maxLength: 3 });
const closeName = someWords('Ambrose Quillfeather Quilfeather Inkpot Orion Inkworks A. Abdul Rahman Kim Jong Un');
const closeDay = fc.constantFrom('1961-04-12', '1961', '1962-04-12', '1975-09-30');
const closeCountry = fc.constantFrom('IR', 'CN', 'HK', 'FR');
const few = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 1 });
const kind = fc.constantFrom('person' as const, 'entity' as const);

test('no entry that one word, a date or a country makes a match is missed', async () => {
  const closeEntry = fc
    .tuple(fc.array(closeName, { minLength: 1, maxLength: 2 }), kind, few(closeDay), few(closeCountry), fc.boolean())
    .map(([names, of, days, countries, isRange]) => ({
      ...anEntry(names[0]?.join(' ') ?? '', { kind: of, countries }),
      names: names.map((words) => ({ text: words.join(' '), isWeak: false })),
      births: days.map((day) => ({
        from: `${day}-01-01`.slice(0, 10),
        to: isRange ? '1963-12-31' : `${day}-12-31`.slice(0, 10),
        isCirca: false,
      })),
    }))
    .map((entry) => ({ ...entry, births: entry.births.filter(({ from, to }) => from <= to) }));
  const closeSubject = fc
    .tuple(closeName, fc.option(kind, { nil: undefined }), few(closeDay), few(closeCountry))
    .map(([words, entityType, datesOfBirth, nationalities]) => {
      return { name: words.join(' '), entityType, datesOfBirth, nationalities };
    });
  await holds(
    fc.asyncProperty(closeEntry, closeSubject, someReviewScore, async (entry, subject, reviewScore) => {
      const request = { subject, policy: { reviewScore, matchScore: 90 }, lookbackMonths: 12 };
      const { matches } = await screen([await aList([entry])], request, { today: '2026-03-14', tables });

      const watch = await subjectTerms(tables, subject);
      for (const { score, matchedName } of matches)
        expect(await mayFind(entry, watch, reviewScore), `${subject.name} / ${matchedName} ${score}`).toBe(true);
    }),
    runs(1_200),
  );
});

const BORN = { datesOfBirth: ['1961-04-17'] };
const OF_1961 = { births: [{ from: '1961-01-01', to: '1961-12-31', isCirca: false }] };

test.each<[string, Parameters<typeof subjectTerms>[1], Parameters<typeof anEntry>, boolean]>([
  ['a word that both have, beside others', { name: 'Ambrose Quillfeather' }, ['Ambrose Paperclip'], false],
  ['two words that both have', { name: 'Ambrose John Quillfeather' }, ['Ambrose Quillfeather'], true],
  ['two words, one of them a letter off', { name: 'Ambrose Quillfeater' }, ['Ambrose Quillfeather'], true],
  ['a word that is repeated', { name: 'Ali Ali Quillfeather' }, ['Ali Ali'], true],
  ['a listed name of one word', { name: 'Ambrose Quillfeather' }, ['Quillfeather'], false],
  ['the same, born in the same year', { name: 'Ambrose Quillfeather', ...BORN }, ['Quillfeather', OF_1961], true],
  ['a company of one rare word', { name: 'Quillfeather Trading' }, ['Quillfeather', { kind: 'entity' }], true],
  [
    'the same, for a person',
    { name: 'Ambrose Quillfeather', entityType: 'person' },
    ['Quillfeather', { kind: 'entity' }],
    false,
  ],
  ['a customer of one word', { name: 'Quillfeather' }, ['Ambrose Quillfeather'], true],
  ['an initial beside a word', { name: 'A. Quillfeather' }, ['Ambrose Quillfeather'], false],
  [
    'the same, of the same country',
    { name: 'A. Quillfeather', nationalities: ['HK'] },
    ['Ambrose Quillfeather', { countries: ['CN'] }],
    true,
  ],
  ['the same initial beside a word', { name: 'A. Quillfeather' }, ['A. Quillfeather'], true],
  ['a name written as one word', { name: 'Quillfeatherambrose' }, ['Ambrose Quillfeather'], true],
  ['words that differ', { name: 'Ambrose Quillfeather' }, ['Bartholomew Paperclip'], false],
])('candidates by %s', async (_case, subject, listed, isCandidate) => {
  expect(await mayFind(anEntry(...listed), await subjectTerms(tables, subject), 70)).toBe(isCandidate);
});
