import fc from 'fast-check';
import { IDENTIFIER_KINDS } from '../../../names/src/normalise-identifier.ts';
import { type ListedEntry, type Listing, MEASURES, type Position, REFERENCE_SCHEMES } from '../../src/listed-entry.ts';

/** Entries of every shape a list may have, for properties. */
export const wordOf = (min: number, max: number) =>
  fc.string({
    unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'),
    minLength: min,
    maxLength: max,
  });

/** No particle, company form or initial is this long and made of these letters alone. */
export const longWord = wordOf(7, 10).filter((word) => !/^(limited|private|company)$/.test(word));

const someWord = fc.oneof(
  longWord,
  fc.constantFrom(
    'Ivan',
    'Müller',
    'O’Brien',
    'Jean-Pierre',
    'Щербаков',
    'Юрий',
    'محمد',
    '习近平',
    '김 정은',
    'Jin Ping',
    'Jinping',
    'Abdul Rahman',
    'Abdulrahman',
    'El Sayed',
    'Elsayed',
    'عبد الرحمن',
    'پیمان',
    'Peyman',
    'حبیب الله',
    'Habibullah',
    '威海建设集团股份有限公司',
    'J.',
    'de',
    'Ltd',
    '42',
  ),
);
/** So few that they repeat within a name, as letters, as words one letter off, and together or apart. */
const closeWord = fc.constantFrom(
  ...'J. J P Ivan Ivanov Ivanof Jin Ping Jinping Abdul Rahman Abdulrahman Petrov Иванов'.split(' '),
);
/** Latin spellings of the same names, initials of them, and a typing error. */
const spelledWord = fc.constantFrom(
  ...'Hassan Hasan Hussein Husayn Mohammed Muhammad Mohamad Sergey Sergei Ivanov Ivanoff Kim Jong Un Eun M. H S'.split(
    ' ',
  ),
);
/** Words that are joined, cut, abbreviated, misread by scanners, or short and one letter off. */
const damagedWord = fc.constantFrom(
  ...'Samer Sarner Merz Mertz Ali Adi Asif Arif Ya Qin Yaqin Wu Intl International Trdg Trading Bank bk AsifAli'.split(
    ' ',
  ),
);
const textOf = (word: fc.Arbitrary<string>, maxLength: number) =>
  fc.array(word, { minLength: 1, maxLength }).map((words) => words.join(' '));
const letterOrForm = fc.constantFrom('J', 'P', 'Jin', 'Ltd');
/** Words that are particles in some names and names in others. */
const particleOrName = fc.constantFrom(...'bin Laden binLaden de la Cruz dela el Das Maria'.split(' '));
const nameText = fc.oneof(
  textOf(someWord, 4),
  textOf(closeWord, 5),
  textOf(letterOrForm, 4),
  textOf(particleOrName, 4),
  textOf(spelledWord, 4),
  textOf(damagedWord, 5),
  textOf(damagedWord, 4).map((text) => text.replaceAll(' ', '')),
  textOf(damagedWord, 12).map((text) => text.slice(0, 35)),
);
const listedName = fc.record({ text: nameText, isWeak: fc.boolean() });

const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2020-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
/** So few that they are the same, near or in contradiction about as often. */
const closeDay = fc.constantFrom(...'1961-04-12 1962-04-12 1961-12-04 1961-04-22 1975-09-30 1975-04-12'.split(' '));
const birth = fc
  .tuple(fc.oneof(day, closeDay), fc.oneof(day, closeDay), fc.boolean())
  .map(([a, b, isCirca]) => ({ from: a < b ? a : b, to: a < b ? b : a, isCirca }));
const country = fc.constantFrom('RU', 'FR', 'CN', 'US', 'ZZ');
const identifier = fc.record({
  kind: fc.constantFrom(...IDENTIFIER_KINDS),
  value: fc.constantFrom('AB 1', 'x=y=1', '0xAbCd000000000000000000000000000000000001', '77-1'),
  country: fc.option(country),
}) as fc.Arbitrary<ListedEntry['identifiers'][number]>;
const partialDate = fc.option(fc.constantFrom('2010', '2010-05', '2010-05-06'));
const position: fc.Arbitrary<Position> = fc.record({
  category: fc.constantFrom('minister', 'ambassador'),
  title: fc.string(),
  country: fc.option(country),
  startedOn: partialDate,
  endedOn: partialDate,
  isCurrent: fc.boolean(),
  roster: fc.constantFrom('wikidata', 'roster'),
});
const pep = fc.record({
  positions: fc.array(position, { maxLength: 2 }),
  relatedTo: fc.array(fc.record({ entryId: fc.string(), relation: fc.constantFrom('spouse', 'sibling') }), {
    maxLength: 2,
  }),
});

const listing: fc.Arbitrary<Listing> = fc.record({
  birthPlaces: fc.array(fc.string(), { maxLength: 2 }),
  addresses: fc.array(fc.record({ text: fc.string({ unit: 'grapheme' }), country: fc.option(country) }), {
    maxLength: 3,
  }),
  titles: fc.array(fc.string(), { maxLength: 2 }),
  listedOn: fc.option(day),
  endsOn: fc.option(day),
  remarks: fc.option(fc.string({ unit: 'binary', maxLength: 300 })),
  links: fc.array(fc.webUrl(), { maxLength: 2 }),
});

const reference = fc.record({
  scheme: fc.constantFrom(...REFERENCE_SCHEMES),
  value: fc.constantFrom('QDi.001', 'QDi.002', 'E-1'),
});

const entryWithoutId = fc.record({
  kind: fc.constantFrom('person', 'entity'),
  names: fc.array(listedName, { minLength: 1, maxLength: 3 }),
  births: fc.array(birth, { maxLength: 2 }),
  countries: fc.uniqueArray(country, { maxLength: 3 }),
  identifiers: fc.array(identifier, { maxLength: 2 }),
  programmes: fc.array(fc.string(), { maxLength: 2 }),
  pep: fc.option(pep, { nil: undefined }),
  listing: fc.option(listing, { nil: undefined }),
  references: fc.option(fc.array(reference, { minLength: 1, maxLength: 2 }), { nil: undefined }),
  measures: fc.option(fc.uniqueArray(fc.constantFrom(...MEASURES), { minLength: 1, maxLength: 3 }), { nil: undefined }),
});

export const someEntries: fc.Arbitrary<ListedEntry[]> = fc
  .array(entryWithoutId, { minLength: 1, maxLength: 12 })
  .map((all) =>
    all.map(({ pep: details, listing: stated, references, measures, ...entry }, at) => ({
      id: `E-${at}`,
      ...entry,
      ...(references ? { references } : {}),
      ...(measures ? { measures } : {}),
      ...(stated ? { listing: stated } : {}),
      ...(details ? { pep: details } : {}),
    })),
  );

export const someSubject = fc.record({
  name: nameText,
  aliases: fc.array(nameText, { maxLength: 2 }),
  entityType: fc.constantFrom(undefined, 'person' as const, 'entity' as const),
  datesOfBirth: fc.array(fc.oneof(day, closeDay, fc.constantFrom('1961', '1961-04')), {
    maxLength: 2,
  }),
  nationalities: fc.uniqueArray(country, { maxLength: 2 }),
  identifiers: fc.array(identifier, { maxLength: 2 }),
});
