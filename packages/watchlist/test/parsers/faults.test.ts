import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { parseEu } from '../../src/parsers/eu.ts';
import { parseIdb } from '../../src/parsers/idb.ts';
import type { ListParser } from '../../src/parsers/list-parser.ts';
import { parseOfac } from '../../src/parsers/ofac.ts';
import { parsePep } from '../../src/parsers/pep.ts';
import { ListUnreadable } from '../../src/parsers/reading/list-unreadable.ts';
import { parseUk } from '../../src/parsers/uk.ts';
import { parseUn } from '../../src/parsers/un.ts';
import { type Contents, fixture, readList, refusal, streamed } from './read-lists.ts';
import { exportedWorkbook, zip } from './workbook.ts';

/** Each parser with the file that is spoilt, and the sound ones it needs beside. */
const XML_LISTS: [string, ListParser, string, Uint8Array][] = [
  ['OFAC', parseOfac, 'CONSOLIDATED.XML', fixture('ofac/consolidated.xml')],
  ['OFAC advanced', parseOfac, 'SDN_ADVANCED.XML', fixture('ofac/advanced.xml')],
  ['EU', parseEu, 'fsf.xml', fixture('eu/fsf-1_1.xml')],
  ['UK', parseUk, 'UK-Sanctions-List.xml', fixture('uk/UK-Sanctions-List.xml')],
  ['UN', parseUn, 'consolidated.xml', fixture('un/consolidated.xml')],
];
const ALIASES = { 'alt.csv': fixture('ofac/alt.csv') };
const CSV_LISTS: [string, ListParser, string, Uint8Array, Contents][] = [
  ['OFAC', parseOfac, 'sdn.csv', fixture('ofac/sdn.csv'), ALIASES],
  ['EU', parseEu, 'fsf.csv', fixture('eu/fsf-1_1.csv'), {}],
  ['UK', parseUk, 'UK-Sanctions-List.csv', fixture('uk/UK-Sanctions-List.csv'), {}],
  ['old UK', parseUk, 'ConList.csv', fixture('uk/ConList.csv'), {}],
  ['IDB', parseIdb, 'idb.csv', fixture('idb/idb_sanctioned.csv'), {}],
  ['PEP', parsePep, 'iceland/holders21.csv', fixture('pep/iceland/holders21.csv'), {}],
];
const HTML = '<!DOCTYPE html>\n<html><body>Service temporarily unavailable</body></html>';
const BOMB =
  '<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "lol">' +
  '<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>';
const EXTERNAL = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY secret SYSTEM "file:///etc/passwd">]>';

const withoutDeclaration = (xml: Uint8Array) =>
  Buffer.from(xml)
    .toString()
    .replace(/^<\?xml.*?\?>\s*/, '');

describe('the start of a file', () => {
  const eu = fixture('eu/fsf-1_1.xml');
  const read = (content: Contents[string]) => readList(parseEu, { 'fsf.xml': content });

  // Each number of comments doubles the work of a pattern that is ambiguous: 146 would never end.
  test.each([
    ['146 comments', '<!---->'.repeat(146)],
    ['146 comments that are not closed', '<!-- '.repeat(146)],
    ['comments with white space between', '<!---->\n \t'.repeat(90)],
    ['white space', ' \n'.repeat(100_000)],
  ])('is read in linear time: %s', async (_case, start) => {
    const page = refusal(read(`${start}${'-->'.repeat(20)}<html><body>Sorry</body></html>`));

    await expect(page).resolves.toBeInstanceOf(ListUnreadable);
  });

  test('a list behind 146 comments is read', async () => {
    const { entries } = await read(`${'<!---->'.repeat(146)}${withoutDeclaration(eu)}`);

    expect(entries.length).toBe((await read(eu)).entries.length);
  });

  test.each([
    ['comments', '<!-- a --><!-- b -->\n<!---->'],
    ['as many comments as are looked at', '<!---->'.repeat(140)],
    ['a comment with tags', '<!-- <export> --> '],
    ['white space that arrives in many chunks', ' \n'.repeat(100_000)],
    ['nothing', ''],
  ])('an HTML page is recognised behind %s', async (_case, start) => {
    for (const tag of ['<!DOCTYPE  html>', '<html lang="en">', '<HEAD>', '<body>'])
      expect(await refusal(read(`${start}${tag}Sorry`))).toMatchObject({
        code: 'unexpected_format',
        message: 'fsf.xml is an HTML page, not a list.',
      });
  });
});

describe.each(XML_LISTS)('%s as XML', (_list, parse, name, sound) => {
  const read = (content: Uint8Array | string, limits = {}) => refusal(readList(parse, { [name]: content }, { limits }));

  test.each([
    ['an empty file', () => '', 'empty_file'],
    ['a file of white space', () => '\n \n', 'empty_file'],
    ['a page of apology', () => HTML, 'unexpected_format'],
    ['another list', () => '<?xml version="1.0"?><rss><channel/></rss>', 'unexpected_format'],
    ['a file cut in half', () => sound.subarray(0, sound.length / 2), 'truncated'],
    ['a file without its last bracket', () => sound.subarray(0, sound.length - 3), 'truncated'],
    ['tags that do not match', () => `${withoutDeclaration(sound)}</oops>`, 'malformed'],
    ['an undefined entity', () => withoutDeclaration(sound).replace('>', '>&x;'), 'malformed'],
    ['an entity bomb', () => BOMB + withoutDeclaration(sound), 'forbidden_markup'],
    ['an external entity', () => EXTERNAL + withoutDeclaration(sound), 'forbidden_markup'],
    ['a plain declaration of its type', () => `<!DOCTYPE x>${withoutDeclaration(sound)}`, 'forbidden_markup'],
    ['bytes that are not UTF-8', () => Buffer.from([0x3c, 0x78, 0xff, 0xfe, 0x3e]), 'malformed'],
  ])('refuses %s', async (_case, content, code) => {
    const problem = await read(content());

    expect(problem).toBeInstanceOf(ListUnreadable);
    expect(problem).toMatchObject({ code });
    expect(problem.message).toMatch(/^\S.*\.$/);
  });

  test('refuses a file beyond the limits of size, record and depth', async () => {
    expect(await read(sound, { fileBytes: 500 })).toMatchObject({ code: 'too_large' });
    expect(await read(sound, { recordChars: 100 })).toMatchObject({ code: 'too_large' });
    expect(await read(sound, { depth: 2 })).toMatchObject({ code: 'too_deep' });
  });

  test('refuses a list without entries', async () => {
    const [root = ''] = /<\w+[^>]*>/.exec(withoutDeclaration(sound)) ?? [];
    const empty = `${root}</${/\w+/.exec(root)?.[0]}>`;

    expect(await read(empty)).toMatchObject({ code: 'no_entries' });
  });
});

describe.each(CSV_LISTS)('%s as CSV', (_list, parse, name, sound, beside) => {
  const text = Buffer.from(sound).toString().replace('\u001a', '');
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const read = (content: Uint8Array | string, limits = {}) =>
    refusal(readList(parse, { [name]: content, ...beside }, { limits }));

  test.each([
    ['an empty file', () => '', 'empty_file'],
    ['a page of apology', () => HTML, 'unexpected_format'],
    ['another table', () => 'colour,price\nred,1\nblue,2\ngreen,3\nblack,4\n', 'unexpected_format'],
    ['a row that was cut', () => text.trimEnd().slice(0, text.trimEnd().lastIndexOf('\n') + 5), 'truncated'],
    ['a quote that never ends', () => `${text.trimEnd()}${newline}"oops`, 'truncated'],
    ['a stray quote', () => `${text.trimEnd()}${newline}a"b,"c"d${newline}`, 'malformed'],
  ])('refuses %s', async (_case, content, code) => {
    expect(await read(content())).toMatchObject({ code });
  });

  test('refuses a file beyond the limits of size and row', async () => {
    expect(await read(sound, { fileBytes: 100 })).toMatchObject({ code: 'too_large' });
    expect(await read(sound, { recordChars: 40 })).toMatchObject({ code: 'too_large' });
  });
});

test('list parsers: a row with a different number of cells is dropped and counted', async () => {
  const lines = Buffer.from(fixture('uk/UK-Sanctions-List.csv')).toString().split('\r\n');
  const spoilt = [...lines.slice(0, 3), 'a,row,that,lost,its,way', ...lines.slice(3)].join('\r\n');

  const { report } = await readList(parseUk, { 'UK-Sanctions-List.csv': spoilt });

  expect(report).toMatchObject({
    entryCount: 3,
    droppedEntries: 1,
    droppedReasons: { malformed_row: 1 },
  });
});

test('list parsers: a duplicate id is dropped and counted', async () => {
  const xml = Buffer.from(fixture('eu/fsf-1_1.xml')).toString();
  const twice = xml.replace('logicalId="402"', 'logicalId="401"');

  const { report } = await readList(parseEu, { 'fsf.xml': twice });

  expect(report.droppedReasons).toEqual({ duplicate_id: 1, no_name: 1 });
});

describe('IDB as a workbook', () => {
  const sound = exportedWorkbook([
    ['Title', 'Entity'],
    ['Paper Ltd', 'Firm'],
  ]);
  const read = (content: Uint8Array | string, limits = {}) =>
    refusal(readList(parseIdb, { 'export.xlsx': content }, { limits }));

  test.each([
    ['an empty file', () => '', 'empty_file'],
    ['a page of apology', () => HTML, 'unexpected_format'],
    ['a file cut in half', () => sound.subarray(0, sound.length / 2), 'truncated'],
    ['a ZIP file of something else', () => zip({ 'readme.txt': 'hello' }), 'unexpected_format'],
    ['a sheet that is no sheet', () => zip({ 'xl/worksheets/a.xml': '<oops/>' }), 'unexpected_format'],
    ['a sheet with entities', () => zip({ 'xl/worksheets/a.xml': `${BOMB}<worksheet/>` }), 'forbidden_markup'],
  ])('refuses %s', async (_case, content, code) => {
    expect(await read(content())).toMatchObject({ code });
  });

  test('stops unpacking an endless member at the limit', async () => {
    const bomb = zip({ 'xl/worksheets/a.xml': ' '.repeat(8_000_000) });

    expect(bomb.length).toBeLessThan(20_000);
    expect(await read(bomb, { documentBytes: 1_000_000 })).toMatchObject({ code: 'too_large' });
  });

  test.each([0, 100])('ZIP files: a member larger than the %i bytes it states is refused', async (size) => {
    const lying = Buffer.from(sound);
    lying.writeUInt32LE(size, lying.indexOf('PK\u0001\u0002') + 24);

    expect(await read(lying)).toBeInstanceOf(ListUnreadable);
  });

  test.each([42, 10, 28])('a directory with nonsense at %i is refused, not followed', async (at) => {
    const spoilt = Buffer.from(sound);
    spoilt.writeUInt16LE(0xfff0, spoilt.indexOf('PK\u0001\u0002') + at);

    expect(await read(spoilt)).toBeInstanceOf(ListUnreadable);
  });
});

test('list parsers: an endless file is read only up to the limit', async () => {
  let givenBytes = 0;
  const piece = Buffer.from(`<!-- ${'x'.repeat(65_000)} -->`);
  async function* endless() {
    yield Buffer.from('<export generationDate="2025-04-15">');
    for (;;) {
      givenBytes += piece.length;
      yield piece;
    }
  }

  const problem = await refusal(parseEu({ 'fsf.xml': endless() }, () => undefined, { fileBytes: 5_000_000 }));

  expect(problem).toMatchObject({ code: 'too_large' });
  expect(givenBytes).toBeLessThan(6_000_000);
});

test('list parsers: an endless text is rejected as a record that is too large', async () => {
  const piece = Buffer.alloc(65_536, 'x');
  function* endless() {
    yield Buffer.from('<export><sanctionEntity logicalId="1"><remark>');
    for (;;) yield piece;
  }

  const problem = await refusal(parseEu({ 'fsf.xml': streamed(endless()) }, () => undefined));

  expect(problem).toMatchObject({ code: 'too_large' });
});

test('list parsers: a broken stream is not reported as a fault of the list', async () => {
  async function* breaking() {
    yield Buffer.from(fixture('uk/UK-Sanctions-List.csv')).subarray(0, 900);
    throw new Error('connection reset');
  }

  const problem = await refusal(parseUk({ 'UK-Sanctions-List.csv': breaking() }, () => undefined));

  expect(problem).not.toBeInstanceOf(ListUnreadable);
  expect(problem.message).toBe('connection reset');
});

test('list parsers: an error of the consumer is passed through', async () => {
  const packed = gzipSync(fixture('eu/fsf-1_1.xml'));
  const files = { 'fsf.xml': streamed([gunzipSync(packed)]) };

  const problem = await refusal(parseEu(files, () => Promise.reject(new Error('index full'))));

  expect(problem.message).toBe('index full');
});

/** Texts that make patterns try again and again; a second is a hundred times what they need. */
const HOSTILE = [
  `Passport ${'A'.repeat(100_000)}.a 1`,
  `Passport ${'AB '.repeat(300)}`,
  `${' '.repeat(100_000)}x`,
  `Passport${' '.repeat(20_000)}x`,
  '('.repeat(100_000),
  `DOB ${'1'.repeat(100_000)}`,
  `a.k.a. '${"'".repeat(100_000)}`,
  `President ${'of the '.repeat(20_000)}`,
];

test.each(HOSTILE.map((text, at) => [at, text]))('hostile text %i is read in no time', async (_at, text) => {
  // Of the processor, which others may keep busy meanwhile.
  const startedAt = process.cpuUsage();

  await readList(parseOfac, {
    'sdn.csv': `1,"Some NAME",individual,X,,,,,,,,"${text}"\n`,
    ...ALIASES,
  });
  await refusal(readList(parseIdb, { 'idb.csv': `Title,Entity\n"${text}",Firm\n` })).catch(() => undefined);
  await refusal(readList(parsePep, { 'persons_offices.csv': `name,office\nSome Name,"${text}"\n` })).catch(
    () => undefined,
  );
  await readList(parseUk, {
    'UK-Sanctions-List.csv': Buffer.from(fixture('uk/UK-Sanctions-List.csv'))
      .toString()
      .replace('(1) Kazakhstan BIN - 170000000001 (2) BR: 69980000', text),
  });

  expect(process.cpuUsage(startedAt).user).toBeLessThan(1_000_000);
});

test('list parsers: the report stays short if a column contains no countries', async () => {
  const rows = Array.from({ length: 500 }, (_, at) => `Paper ${at},Firm,Land ${at} ${'x'.repeat(90)}`);

  const { report } = await readList(parseIdb, {
    'idb.csv': ['Title,Entity,Nationality', ...rows].join('\n'),
  });

  expect(Object.keys(report.unknownCountries)).toHaveLength(201);
  expect(report.unknownCountries['…']).toBe(300);
  expect(report.entryCount).toBe(500);
});

test('list parsers: an excessively long name is dropped and counted', async () => {
  const { report, entries } = await readList(parseOfac, {
    'sdn.csv': '101,"Some NAME",individual,X,,,,,,,,\n',
    'alt.csv': `101,1,aka,"${'x'.repeat(2_000)}",\n`,
  });

  expect(entries[0]?.names).toHaveLength(1);
  expect(report.droppedNames).toBe(1);
});
