import { expect, test } from 'vitest';
import type { ListedEntry } from '../../src/listed-entry.ts';
import { parseOfac } from '../../src/parsers/ofac.ts';
import { day, entryOf, fixture, readList, refusal, searchedPart, strong, weak, year } from './read-lists.ts';

const CSV = {
  'sdn.csv': fixture('ofac/sdn.csv'),
  'alt.csv': fixture('ofac/alt.csv'),
  'add.csv': fixture('ofac/add.csv'),
  'sdn_comments.csv': fixture('ofac/sdn_comments.csv'),
};

test('reads a person of the CSV files with aliases, births and documents from the remarks', async () => {
  const list = await readList(parseOfac, CSV);

  expect(searchedPart(entryOf(list, '101'))).toEqual({
    id: '101',
    kind: 'person',
    names: [
      strong('Ambrose Tobias QUILLFEATHER'),
      strong('Ambrose QUILFETHER'),
      strong('Ambrose T. FEATHER'),
      weak('THE SCRIBE'),
      weak('Tobi QUILL'),
    ],
    births: [
      day('1961-04-17'),
      { from: '1962-03-01', to: '1962-03-31', isCirca: false },
      year(1963),
      year(1964, 1964, true),
      year(1965, 1967),
      { from: '1968-02-01', to: '1968-02-28', isCirca: false },
    ],
    countries: ['IR', 'KP'],
    identifiers: [
      { kind: 'passport', value: 'QF0011223', country: 'IR' },
      { kind: 'passport', value: 'RL 445566', country: null },
      { kind: 'national_id', value: '77-8899', country: 'IR' },
      { kind: 'tax_id', value: '5566778899', country: 'RU' },
    ],
    programmes: ['SDGT', 'IFSR'],
  });
});

test('reads a company with wallets, continuing its remarks in the comments', async () => {
  const list = await readList(parseOfac, CSV);

  expect(entryOf(list, '102')).toMatchObject({
    kind: 'entity',
    names: [strong('INKWELL HOLDING, S.A.'), strong('TINTERO S.A.'), weak('INKPOT LTD'), weak('INKY')],
    countries: ['DE', 'SY', 'GB'],
    identifiers: [
      { kind: 'registration_number', value: 'HRB 77001', country: 'DE' },
      { kind: 'tax_id', value: '123456789', country: 'MM' },
      { kind: 'bic', value: 'INKWXX22', country: null },
      {
        kind: 'wallet',
        value: 'bc1qfictitious0000000000000000000000000example',
        country: null,
      },
      { kind: 'wallet', value: '0x00000000000000000000000000000000000F1C71', country: null },
      { kind: 'website', value: 'www.inkwell.example', country: null },
      { kind: 'registration_number', value: '0042', country: 'GB' },
    ],
  });
});

test('vessels are entities under their flag, with their numbers', async () => {
  const list = await readList(parseOfac, CSV);

  expect(entryOf(list, '103')).toMatchObject({
    kind: 'entity',
    countries: ['PA'],
    identifiers: [
      { kind: 'imo', value: '9990001', country: null },
      { kind: 'registration_number', value: '999000111', country: null },
    ],
  });
  expect(entryOf(list, '104')).toMatchObject({ names: [strong('7-28')], countries: [] });
});

test.each([
  ['SWIFT/BIC RFCBRUMM', { kind: 'bic', value: 'RFCBRUMM' }],
  ['Email Address info@example.com', { kind: 'email', value: 'info@example.com' }],
  ['Website www.example.com', { kind: 'website', value: 'www.example.com' }],
  ['Aircraft Tail Number EP-GOM', { kind: 'registration_number', value: 'EP-GOM' }],
  ['Legal Entity Number 253400T8G8SXRUHTL526', { kind: 'lei', value: '253400T8G8SXRUHTL526' }],
  ['Legal Entity Number 852496369', { kind: 'registration_number', value: '852496369' }],
  ['Identification Number IMO 9116412', { kind: 'imo', value: '9116412' }],
  ['Tax ID No. 7805109081', { kind: 'tax_id', value: '7805109081' }],
])('OFAC: %s is an identifier', async (remark, identifier) => {
  const sdn = Buffer.from(CSV['sdn.csv'])
    .toString()
    .replace('Registration Number HRB 77001', `${remark}; PO Box 77001`);

  const list = await readList(parseOfac, { ...CSV, 'sdn.csv': sdn });

  expect(entryOf(list, '102').identifiers).toContainEqual({ ...identifier, country: null });
});

test('keeps the suffix of a name at its end', async () => {
  const list = await readList(parseOfac, CSV);

  expect(entryOf(list, '105').names).toEqual([strong('Feliciano REYES PAPEL Jr.')]);
});

test('OFAC: an unreadable alias is counted as a dropped entry', async () => {
  const rows = ['101,9,"aka",PAPEL, Tinta,"-0- "', '102,10,"aka","TINTA","-0- "'];
  const aliases = [Buffer.from(CSV['alt.csv']).toString().replace('\u001a', '').trimEnd(), ...rows].join('\r\n');

  const { report } = await readList(parseOfac, { ...CSV, 'alt.csv': aliases });

  expect(report).toMatchObject({ entryCount: 5, droppedEntries: 1 });
});

test('OFAC: aliases without an entry are counted, and the CSV files have no publication date', async () => {
  const { report } = await readList(parseOfac, CSV);

  expect(report).toMatchObject({
    publishedAt: null,
    entryCount: 5,
    droppedEntries: 0,
    strayRows: 1,
    unknownCountries: {},
  });
});

test('OFAC: the CSV list without its alias file is rejected', async () => {
  const { 'alt.csv': _aliases, ...rest } = CSV;

  expect(await refusal(readList(parseOfac, rest))).toMatchObject({ code: 'missing_file' });
});

test('reads the consolidated XML with the quality of its aliases', async () => {
  const list = await readList(parseOfac, {
    'CONSOLIDATED.XML': fixture('ofac/consolidated.xml'),
  });

  expect(list.report).toMatchObject({ publishedAt: '2025-03-28', entryCount: 2 });
  expect(list.entries.map(searchedPart)).toEqual([
    {
      id: '201',
      kind: 'person',
      names: [strong('Ismene Blanche PARCHMENT'), strong('Ismena PERGAMENT'), weak('Issy VELLUM')],
      births: [day('1980-02-08')],
      countries: ['PS', 'TR'],
      identifiers: [
        { kind: 'passport', value: 'P0001', country: 'TR' },
        { kind: 'wallet', value: 'bc1qparchmentexample', country: null },
      ],
      programmes: ['NS-PLC', 'HIFPAA'],
    },
    {
      id: '202',
      kind: 'entity',
      names: [strong('BLOTTER BANK')],
      births: [],
      countries: ['RU', 'CY'],
      identifiers: [{ kind: 'registration_number', value: '1020304050', country: 'RU' }],
      programmes: ['CAPTA'],
    },
  ]);
});

test('reads the enhanced XML with names in other scripts, the principal one first', async () => {
  const list = await readList(parseOfac, { 'sdn_enhanced.xml': fixture('ofac/enhanced.xml') });

  expect(list.report).toMatchObject({ publishedAt: '2024-05-24', entryCount: 1 });
  expect(searchedPart(entryOf(list, '301'))).toEqual({
    id: '301',
    kind: 'person',
    names: [strong('Salim KAGHAZ'), strong('سالم كاغذ'), weak('Abu WARAQ')],
    births: [year(1952, 1952, true)],
    countries: ['YE'],
    identifiers: [
      { kind: 'wallet', value: 'bc1qkaghazexample', country: null },
      { kind: 'passport', value: 'N0001', country: 'YE' },
    ],
    programmes: ['GLOMAG'],
  });
});

/** The forms state the same facts in different orders; the file of the first mixes two lists. */
const inOrder = ({ countries, identifiers, listing: _listing, measures: _measures, ...entry }: ListedEntry) => ({
  ...entry,
  countries: countries.toSorted(),
  identifiers: identifiers.toSorted((a, b) => a.value.localeCompare(b.value)),
});

test('reads the advanced XML to the same entries as the other forms of the list', async () => {
  const advanced = await readList(parseOfac, { 'SDN_ADVANCED.XML': fixture('ofac/advanced.xml') });
  const enhanced = await readList(parseOfac, { 'sdn_enhanced.xml': fixture('ofac/enhanced.xml') });
  const plain = await readList(parseOfac, { 'CONSOLIDATED.XML': fixture('ofac/consolidated.xml') });

  expect(advanced.entries.map(inOrder)).toEqual([...enhanced.entries, ...plain.entries].map(inOrder));
  expect(advanced.report).toMatchObject({
    publishedAt: '2025-03-28',
    entryCount: 3,
    droppedEntries: 0,
    unreadDates: 0,
    unknownCountries: {},
    strayRows: 1,
  });
});

test.each([
  ['a day', '<Start><From>1 2 1970</From></Start>', day('1970-02-01')],
  [
    'years from one to another',
    '<Start><From>1 1 1960</From><To>31 12 1960</To></Start><End><From>1 1 1962</From><To>31 12 1962</To></End>',
    year(1960, 1962),
  ],
  ['no year at all', '<Start><From>1 1 0000</From></Start>', undefined],
])('reads %s of birth in the advanced XML', async (_case, period, expected) => {
  const points = period.replace(/(\d+) (\d+) (\d+)/g, '<Year>$3</Year><Month>$2</Month><Day>$1</Day>');
  const text = fixture('ofac/advanced.xml').toString();
  const periods = /<DatePeriod CalendarTypeID="1" YearFixed="false"[\s\S]*?<\/DatePeriod>/;
  const changed = text.replace(periods, `<DatePeriod>${points}</DatePeriod>`);

  const list = await readList(parseOfac, { 'sdn_advanced.xml': changed });

  expect(entryOf(list, '301').births).toEqual(expected ? [expected] : []);
  expect(list.report.unreadDates).toBe(expected ? 0 : 1);
});
