import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { parseIdb } from '../../src/parsers/idb.ts';
import { fixture, readList, strong, weak } from './read-lists.ts';
import { exportedWorkbook, zip } from './workbook.ts';

const CSV = { 'idb_sanctioned.csv': fixture('idb/idb_sanctioned.csv') };

test('reads names, aliases and numbers out of the one cell of a title', async () => {
  const { entries } = await readList(parseIdb, CSV);

  expect(entries.map(({ kind, names }) => ({ kind, names }))).toEqual([
    {
      kind: 'entity',
      names: [strong('Envelope & Sons S.A.'), weak('ENVELSA'), strong('信封有限公司')],
    },
    {
      kind: 'person',
      names: [strong('Perforato Punzón'), strong('Punch Perforato'), strong('P. Punzón')],
    },
    { kind: 'person', names: [strong('Gloria Holepunch')] },
    { kind: 'entity', names: [strong('Founder Paper (Beijing) Co., Ltd.')] },
    { kind: 'entity', names: [strong('Royal Ruler')] },
    { kind: 'entity', names: [strong('Elmpaper Limited'), strong('Landpaper Limited')] },
    { kind: 'entity', names: [strong('Construtora Papel LLC')] },
    { kind: 'entity', names: [strong('Construtora Papel LLC')] },
  ]);
  expect(entries[4]?.identifiers).toEqual([{ kind: 'registration_number', value: '303808059', country: 'UZ' }]);
});

test('keeps entries whose sanction has ended, with its grounds and its last day', async () => {
  const { entries } = await readList(parseIdb, CSV);

  expect(entries.map(({ programmes }) => programmes)).toEqual([
    ['IDB', 'Fraud'],
    ['WBG cross debarment', 'Fraud', 'Collusion'],
    ['IDB', 'Fraud'],
    ...Array.from({ length: 3 }, () => ['ADB cross debarment']),
    ['IDB'],
    ['IDB'],
  ]);
  expect(entries.slice(0, 3).map(({ listing }) => [listing?.listedOn, listing?.endsOn])).toEqual([
    ['2024-07-03', '2027-01-12'],
    ['2020-05-16', null],
    ['2020-05-16', '2021-12-15'],
  ]);
  expect(entries[0]?.listing?.remarks).toBe('Sanction type: Debarment. Country of the project: Kenya.');
});

test('IDB: ids are derived from the content, with a counter for repeated titles', async () => {
  const first = await readList(parseIdb, CSV);
  const again = await readList(parseIdb, CSV);

  const ids = first.entries.map(({ id }) => id);
  expect(new Set(ids).size).toBe(8);
  expect(ids[7]).toBe(`${ids[6]}-2`);
  expect(again.entries.map(({ id }) => id)).toEqual(ids);
});

test('IDB: the footer of the export is skipped, and unknown nationalities are reported', async () => {
  const { report } = await readList(parseIdb, CSV);

  expect(report).toMatchObject({
    entryCount: 8,
    droppedEntries: 0,
    unknownCountries: { Atlantis: 1 },
  });
});

test('IDB: the workbook is read the same as its sheet as CSV', async () => {
  const rows: string[][] = parse(Buffer.from(fixture('idb/idb_sanctioned.csv')));

  const workbook = await readList(parseIdb, { 'export.xlsx': exportedWorkbook(rows) });

  expect(workbook).toEqual(await readList(parseIdb, CSV));
});

test('IDB: shared strings and cells with references are read', async () => {
  const sheet =
    '<worksheet><sheetData>' +
    '<row><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>' +
    '<row><c r="A2" t="s"><v>3</v></c><c r="B2" t="s"><v>4</v></c></row>' +
    '<row><c r="B3" t="s"><v>4</v></c></row></sheetData></worksheet>';
  const strings =
    '<sst><si><t>Title</t></si><si><t>Entity</t></si><si><t>Nationality</t></si>' +
    '<si><r><t>Two-tone </t></r><r><t>Paper</t></r></si><si><t>Firm</t></si></sst>';
  const workbook = zip({ 'xl/worksheets/sheet1.xml': sheet, 'xl/sharedStrings.xml': strings });

  const { entries, report } = await readList(parseIdb, { 'export.xlsx': workbook });

  expect(entries.map(({ names }) => names)).toEqual([[strong('Two-tone Paper')]]);
  expect(report.droppedReasons).toEqual({ no_name: 1 });
});
