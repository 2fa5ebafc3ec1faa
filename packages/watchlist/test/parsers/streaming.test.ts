import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseEu } from '../../src/parsers/eu.ts';
import { parseIdb } from '../../src/parsers/idb.ts';
import type { ListParser } from '../../src/parsers/list-parser.ts';
import { parseOfac } from '../../src/parsers/ofac.ts';
import { parsePep } from '../../src/parsers/pep.ts';
import { parseUk } from '../../src/parsers/uk.ts';
import { parseUn } from '../../src/parsers/un.ts';
import { type Contents, fixture, readList, streamed } from './read-lists.ts';
import { exportedWorkbook } from './workbook.ts';

const all = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name.replace(/^\w+\//, ''), fixture(name)]));

test.each<[string, ListParser, Contents]>([
  ['OFAC CSV', parseOfac, all('ofac/sdn.csv', 'ofac/alt.csv', 'ofac/sdn_comments.csv')],
  ['OFAC XML', parseOfac, all('ofac/consolidated.xml')],
  ['OFAC enhanced XML', parseOfac, all('ofac/enhanced.xml')],
  ['OFAC advanced XML', parseOfac, all('ofac/advanced.xml')],
  ['EU XML', parseEu, all('eu/fsf-1_1.xml')],
  ['EU CSV', parseEu, all('eu/fsf-1_1.csv')],
  ['EU retired XML', parseEu, all('eu/whole.xml')],
  ['UK CSV', parseUk, all('uk/UK-Sanctions-List.csv')],
  ['UK XML', parseUk, all('uk/UK-Sanctions-List.xml')],
  ['UK ConList', parseUk, all('uk/ConList.csv')],
  ['UN XML', parseUn, all('un/consolidated.xml')],
  ['IDB CSV', parseIdb, all('idb/idb_sanctioned.csv')],
  [
    'IDB workbook',
    parseIdb,
    {
      'a.xlsx': exportedWorkbook([
        ['Title', 'Entity'],
        ['Ľubica', 'Firm'],
      ]),
    },
  ],
  ['PEP tables', parsePep, all('pep/iceland/holders21.csv', 'pep/iceland/family.csv')],
  ['PEP items', parsePep, all('pep/items.wbgetentities.json', 'pep/iceland/positions.csv')],
])('list parsers: %s is read the same in chunks of any size', async (_list, parse, contents) => {
  const whole = await readList(parse, contents);

  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.integer({ min: 1, max: 700 })), async (sizes) => {
      const cut = (bytes: Uint8Array) => chunks(bytes, () => sizes.next().value ?? 1);
      expect(await readList(parse, contents, { cut })).toEqual(whole);
    }),
    { numRuns: 15 },
  );
});

function* chunks(bytes: Uint8Array, nextSize: () => number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; ) {
    const size = nextSize();
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

const ENTITIES = 60_000;

function* hugeXml(): Generator<Uint8Array> {
  yield Buffer.from('<export generationDate="2025-04-15">');
  const padding = 'x'.repeat(2_000);
  for (let id = 1; id <= ENTITIES; id += 1)
    yield Buffer.from(
      `<sanctionEntity logicalId="${id}"><remark>${padding}</remark>` +
        `<subjectType code="person"/><nameAlias wholeName="Person ${id}"/></sanctionEntity>`,
    );
  yield Buffer.from('</export>');
}

test('list parsers: a file of 130 MB is streamed, not held in memory', { tags: 'full' }, async () => {
  const startBytes = process.memoryUsage().heapUsed;
  let peakBytes = 0;
  let count = 0;

  await parseEu({ 'fsf.xml': streamed(hugeXml()) }, () => {
    count += 1;
    if (count % 5_000 === 0) peakBytes = Math.max(peakBytes, process.memoryUsage().heapUsed);
  });

  expect(count).toBe(ENTITIES);
  expect(peakBytes - startBytes).toBeLessThan(100 * 1024 * 1024);
});
