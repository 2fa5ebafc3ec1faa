import { expect, test } from 'vitest';
import { parseEu } from '../../src/parsers/eu.ts';
import { day, entryOf, fixture, readList, searchedPart, strong, weak, year } from './read-lists.ts';

const XML = { 'fsf.xml': fixture('eu/fsf-1_1.xml') };

test('reads a person of the XML with names of every strength and births of every precision', async () => {
  const list = await readList(parseEu, XML);

  expect(searchedPart(entryOf(list, '401'))).toEqual({
    id: '401',
    kind: 'person',
    names: [strong('Ödön Papír'), strong('Oedoen von Papir'), strong('Эдён Папир'), weak('The Sheet')],
    births: [
      day('1937-04-28'),
      { from: '1938-06-01', to: '1938-06-30', isCirca: false },
      year(1939, 1939, true),
      year(1940, 1942),
      day('1982-04-19'),
    ],
    countries: ['HU'],
    identifiers: [
      { kind: 'passport', value: 'D 0009999', country: 'HU' },
      { kind: 'national_id', value: '123-45', country: null },
      { kind: 'bic', value: 'PAPRXXXX', country: null },
    ],
    programmes: ['ZUB'],
  });
});

test('EU: an enterprise is read, and unusable facts are reported', async () => {
  const list = await readList(parseEu, XML);

  expect(entryOf(list, '402')).toMatchObject({
    kind: 'entity',
    names: [strong('Papír & Fia Zrt.')],
    identifiers: [{ kind: 'registration_number', value: '01-09-000000', country: 'HU' }],
  });
  expect(list.report).toEqual({
    publishedAt: '2025-04-15',
    entryCount: 2,
    counts: { person: 1, entity: 1, vessel: 0 },
    statedCount: null,
    listNames: {},
    droppedEntries: 1,
    droppedReasons: { no_name: 1 },
    droppedNames: 0,
    // A year of the Islamic calendar, which the list uses for two calendars.
    unreadDates: 1,
    unknownCountries: { CS: 1 },
    strayRows: 0,
    isRetired: false,
    outOfScope: 0,
  });
});

test('joins the rows of the CSV into entities', async () => {
  const list = await readList(parseEu, { 'fsf.csv': fixture('eu/fsf-1_1.csv') });

  expect(list.report).toMatchObject({ publishedAt: '2025-04-15', entryCount: 2 });
  expect(list.entries).toMatchObject([
    {
      id: '401',
      kind: 'person',
      names: [strong('Ödön Papír'), strong('Ödön "Sheet"; Papír')],
      births: [year(1939, 1939, true)],
      countries: ['HU'],
      identifiers: [{ kind: 'passport', value: 'D 0009999', country: 'HU' }],
      programmes: ['ZUB'],
    },
    {
      id: '402',
      kind: 'entity',
      identifiers: [{ kind: 'registration_number', value: '01-09-000000', country: 'HU' }],
    },
  ]);
});

test('reads the retired XML', async () => {
  const list = await readList(parseEu, { 'global.xml': fixture('eu/whole.xml') });

  expect(list.report.publishedAt).toBe('2016-02-11');
  expect(list.entries.map(searchedPart)).toEqual([
    {
      id: '501',
      kind: 'person',
      names: [strong('Zoe Carton'), strong('Zoe C. Carton')],
      births: [day('1924-02-21'), year(1925, 1925, true), year(1926, 1928, true)],
      countries: ['IQ'],
      identifiers: [{ kind: 'passport', value: 'AD000000', country: 'IQ' }],
      programmes: ['ZUB'],
    },
  ]);
});
