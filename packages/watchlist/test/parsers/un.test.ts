import { expect, test } from 'vitest';
import { collectEntries } from '../../src/parsers/collect-entries.ts';
import { unDocument } from '../../src/parsers/un/un-document.ts';
import { unNames } from '../../src/parsers/un/un-names.ts';
import { parseUn } from '../../src/parsers/un.ts';
import { day, entryOf, fixture, readList, strong, weak, year } from './read-lists.ts';

const FILE = { 'consolidated.xml': fixture('un/consolidated.xml') };

test('UN: a person is read with names of every strength and births of every precision', async () => {
  const list = await readList(parseUn, FILE);

  expect(entryOf(list, 'ZBi.001')).toEqual({
    id: 'ZBi.001',
    kind: 'person',
    names: [
      strong('OSWIN TARLINGTON BRACKWATER'),
      strong('Освин Тарлингтон'),
      strong('Oswyn Tarlinton'),
      strong('Osvin Tarlingtun'),
      strong('O. Brackwater'),
      weak('The Heron'),
      strong('Abu Heron'),
      strong('أبو هيرون'),
      strong('Oswin Reed'),
    ],
    births: [
      day('1962-03-04'),
      year(1963, 1963, true),
      year(1958, 1964),
      { from: '1965-11-01', to: '1965-11-30', isCirca: false },
      day('1961-02-03'),
    ],
    countries: ['CD'],
    identifiers: [
      { kind: 'passport', value: 'B/002210', country: 'LY' },
      { kind: 'passport', value: 'SE 012820', country: 'AF' },
      { kind: 'passport', value: '381110042', country: 'KE' },
      { kind: 'national_id', value: '545167', country: null },
    ],
    programmes: ['Zubrowka'],
    references: [{ scheme: 'un', value: 'ZBi.001' }],
    listing: {
      birthPlaces: ['Nebelsbad, Zubrowka', 'Lutz, Zubrowka'],
      addresses: [{ text: '1 Mill Lane, 0011 Kinshasa, Democratic Republic of the Congo', country: 'CD' }],
      titles: ['Colonel', 'Commander of the paper mill', 'Treasurer'],
      listedOn: '2014-06-30',
      endsOn: null,
      remarks: 'Seen last in 2015. Web link: https://example.org/notices/1.',
      links: ['https://example.org/notices/1'],
    },
  });
});

test('UN: an entity is read, and unusable facts are reported', async () => {
  const list = await readList(parseUn, FILE);

  expect(entryOf(list, 'ZBe.001')).toMatchObject({
    kind: 'entity',
    names: [
      strong('BRACKWATER PULP WORKS'),
      weak('BPW'),
      strong('Бракватер'),
      strong('Brakvater'),
      strong('Brackwater Mills'),
      strong('Mill (East) Limited'),
    ],
    countries: [],
    references: [{ scheme: 'un', value: 'ZBe.001' }],
  });
  expect(list.report).toEqual({
    publishedAt: '2025-05-06',
    entryCount: 2,
    counts: { person: 1, entity: 1, vessel: 0 },
    statedCount: null,
    listNames: {},
    droppedEntries: 1,
    droppedReasons: { no_name: 1 },
    droppedNames: 0,
    // A day of the Islamic calendar.
    unreadDates: 1,
    unknownCountries: { Zubrowka: 1 },
    strayRows: 0,
    isRetired: false,
    outOfScope: 0,
  });
});

test.each([
  ['Ada Paper', [strong('Ada Paper')]],
  ['Ada Paper (Adah Paper; Ada Papper)', [strong('Ada Paper'), strong('Adah Paper'), strong('Ada Papper')]],
  ['纸 (Ada Paper)', [strong('纸'), strong('Ada Paper')]],
  ['Paper Works (PW) (纸 (original script); Paper Mill)', ['Paper Works', 'PW', '纸', 'Paper Mill']],
  ['Ada Paper (previously listed as)', [strong('Ada Paper')]],
  ['Ada Paper (ZBi.004)', [strong('Ada Paper')]],
  [') Ada Paper,', [strong('Ada Paper')]],
  ['Paper (Hong Kong) Limited', [strong('Paper (Hong Kong) Limited')]],
  ['(Sheikh) Ada Paper', [strong('(Sheikh) Ada Paper')]],
])('UN names: %s', (cell, expected) => {
  const names = unNames(cell, { isWeak: false });

  expect(typeof expected[0] === 'string' ? names.map(({ text }) => text) : names).toEqual(expected);
});

test('UN names: parentheses are read in linear time, and a cell beyond the limit is not split', () => {
  for (const cell of ['('.repeat(900), 'a('.repeat(450), `a ${'()'.repeat(400)}`, 'x; '.repeat(100_000)])
    expect(unNames(cell, { isWeak: true }).every(({ isWeak }) => isWeak)).toBe(true);
});

test.each([
  ['OB 0243318', '', 'OB 0243318', null],
  ['Libyan passport No. 513519 ', '', '513519', null],
  ['Diplomatic Passport: Z30321794', 'Chad', 'Z30321794', 'TD'],
  ['R00012098, South Sudan', '', 'R00012098', null],
  ['German travel document (“Reiseausweis”) A 0139243', '', 'A 0139243', null],
])('UN documents: %s', (number, country, value, code) => {
  const document = { type: 'Passport', details: '', number, country };

  expect(
    unDocument(
      document,
      collectEntries(() => {}),
    ),
  ).toEqual({ kind: 'passport', value, country: code });
});
