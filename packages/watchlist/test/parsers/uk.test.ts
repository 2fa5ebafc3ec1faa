import { expect, test } from 'vitest';
import { documentNumbers } from '../../src/parsers/uk/document-numbers.ts';
import { numberedItems } from '../../src/parsers/uk/numbered-items.ts';
import { ukslRemarks } from '../../src/parsers/uk/uksl-remarks.ts';
import { parseUk } from '../../src/parsers/uk.ts';
import { day, entryOf, fixture, readList, searchedPart, strong, weak, year } from './read-lists.ts';

const PERSON = {
  id: 'STA0001',
  kind: 'person',
  births: [year(1958), day('1958-03-12'), { from: '1959-03-01', to: '1959-03-31', isCirca: false }],
  countries: ['RU', 'KP'],
  identifiers: [
    { kind: 'passport', value: 'PP001', country: 'LY' },
    { kind: 'passport', value: 'PP002', country: 'GB' },
    { kind: 'national_id', value: 'NI-77', country: 'IQ' },
  ],
  programmes: ['Stationery'],
};

test('joins the scattered rows of the CSV by Unique ID, the primary name first', async () => {
  const list = await readList(parseUk, {
    'UK-Sanctions-List.csv': fixture('uk/UK-Sanctions-List.csv'),
  });

  expect(list.report).toMatchObject({
    publishedAt: '2025-04-10',
    entryCount: 3,
    droppedEntries: 0,
  });
  expect(searchedPart(entryOf(list, 'STA0001'))).toEqual({
    ...PERSON,
    names: [strong('Gustav Adolf van STAPLES'), strong('Gustav STAPLE'), strong('Густав СТЕЙПЛС'), weak('The CLIP')],
  });
});

test('reads registration numbers of companies and ships', async () => {
  const list = await readList(parseUk, {
    'UK-Sanctions-List.csv': fixture('uk/UK-Sanctions-List.csv'),
  });

  expect(entryOf(list, 'STA0002')).toMatchObject({
    kind: 'entity',
    identifiers: [
      { kind: 'registration_number', value: '170000000001', country: 'KZ' },
      { kind: 'registration_number', value: '69980000', country: null },
    ],
  });
  expect(entryOf(list, 'STA0003')).toMatchObject({
    kind: 'entity',
    countries: ['PA'],
    identifiers: [{ kind: 'imo', value: '9990002', country: null }],
  });
});

test('reads the same person from the XML', async () => {
  const list = await readList(parseUk, {
    'UK-Sanctions-List.xml': fixture('uk/UK-Sanctions-List.xml'),
  });

  expect(list.report).toMatchObject({ publishedAt: '2025-04-10', entryCount: 3 });
  expect(searchedPart(entryOf(list, 'STA0001'))).toEqual({
    ...PERSON,
    names: [strong('Gustav Adolf van STAPLES'), strong('Gustav STAPLE'), weak('The CLIP'), strong('Густав СТЕЙПЛС')],
  });
});

test('reads companies and ships from the XML', async () => {
  const list = await readList(parseUk, {
    'UK-Sanctions-List.xml': fixture('uk/UK-Sanctions-List.xml'),
  });

  expect(entryOf(list, 'STA0002').identifiers).toEqual([
    { kind: 'registration_number', value: '170000000001', country: 'KZ' },
  ]);
  expect(entryOf(list, 'STA0003')).toMatchObject({
    countries: ['PA'],
    identifiers: [{ kind: 'imo', value: '9990002', country: null }],
  });
});

test('reads the retired ConList, under the references of the list that replaced it', async () => {
  const list = await readList(parseUk, { 'ConList.csv': fixture('uk/ConList.csv') });

  expect(list.report).toMatchObject({ publishedAt: '2025-04-10', entryCount: 3, isRetired: true });
  expect(entryOf(list, 'STA0001')).toMatchObject({
    names: [strong('Gustav STAPLES'), weak('CLIP')],
    births: [year(1958), { from: '1959-03-01', to: '1959-03-31', isCirca: false }],
    countries: ['DE', 'RU'],
    identifiers: [{ kind: 'passport', value: 'PP001', country: 'LY' }],
  });
  expect(entryOf(list, 'STA0003')).toMatchObject({
    countries: ['PA'],
    identifiers: [{ kind: 'imo', value: '9990002', country: null }],
  });
  // Without a reference, the group's own number is all there is.
  expect(entryOf(list, '60002').identifiers).toHaveLength(3);
  expect(entryOf(list, '60002').identifiers).toContainEqual({
    kind: 'website',
    value: 'https://example.test',
    country: null,
  });
});

test.each([
  ['734088604. 735958824', ['734088604', '735958824']],
  ['(1) 203037 (2) 347834(3) 434021161', ['203037', '347834', '434021161']],
  ['INN number: 770200946783', ['770200946783']],
  ['Taxpayer No. 184101937739', ['184101937739']],
  ['OGRNIP: 321547600026521  TIN: 041104686952', ['321547600026521', '041104686952']],
  ['8208 No. 555627', ['8208 No. 555627']],
  ['5/KALATA (NAING) 127084', ['5/KALATA (NAING) 127084']],
  ['V-6.557.495', ['V-6.557.495']],
])('reads the numbers of a cell: %s', (cell, numbers) => {
  expect(documentNumbers(cell).map(({ value }) => value)).toEqual(numbers);
});

test('a country behind the number is where it was issued', () => {
  expect(documentNumbers('2652410875 (Ukraine)')).toEqual([{ value: '2652410875', country: 'UA' }]);
});

// A pattern of quadratic time would take hours for these.
test.each([
  ['full stops', '.'],
  ['white space', ' '],
  ['separators', '|'],
  ['opening brackets', '('],
])('reads a cell of two million %s in linear time', (_case, character) => {
  const cell = `AB12 ${character.repeat(2_000_000)}x`;

  expect(documentNumbers(cell)).toEqual([]);
  expect(numberedItems(cell)).toHaveLength(1);
  expect(ukslRemarks({ imposed: cell, source: '', reasons: '', other: '' })[0]).toMatch(/^Sanctions imposed/);
});

test.each([
  ['(1) K048787. (2) 486298;,', ['K048787', '486298']],
  ['K048787...', ['K048787']],
  ['...', []],
])('items of %s lose the punctuation at their end', (cell, items) => {
  expect(numberedItems(cell)).toEqual(items);
});

test('the measures of a designation are listed with commas', () => {
  const [imposed] = ukslRemarks({
    imposed: 'Asset freeze |Travel ban| Ship',
    source: '',
    reasons: '',
    other: '',
  });

  expect(imposed).toBe('Sanctions imposed: Asset freeze, Travel ban, Ship.');
});
