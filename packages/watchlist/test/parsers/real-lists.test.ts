import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { some } from '../../../../test/support/soak.ts';
import { PUBLISHED_LISTS } from '../../../../test/support/tools.ts';
import type { ListedEntry, Listing } from '../../src/listed-entry.ts';
import { parseEu } from '../../src/parsers/eu.ts';
import { parseIdb } from '../../src/parsers/idb.ts';
import type { ListParser } from '../../src/parsers/list-parser.ts';
import { parseOfac } from '../../src/parsers/ofac.ts';
import { parsePep } from '../../src/parsers/pep.ts';
import { parseUk } from '../../src/parsers/uk.ts';
import { parseUn } from '../../src/parsers/un.ts';

const open = (path: string) => {
  const stream = createReadStream(join(PUBLISHED_LISTS, path));
  return path.endsWith('.gz') ? stream.pipe(createGunzip()) : stream;
};

/** Several tests read the same files, which take seconds to parse. */
const parsed = new Map<string, ReturnType<typeof parseFiles>>();
function tally(parse: ListParser, ...paths: string[]) {
  const key = paths.join();
  const known = parsed.get(key) ?? parseFiles(parse, paths);
  parsed.set(key, known);
  return known;
}

async function parseFiles(parse: ListParser, paths: string[]) {
  const counts = { persons: 0, entities: 0, names: 0, weakNames: 0, wallets: 0 };
  const entries: ListedEntry[] = [];
  const report = await parse(
    Object.fromEntries(paths.map((path) => [path.replace(/\.gz$/, '').replace(/^.*\//, ''), open(path)])),
    (entry) => {
      entries.push(entry);
      counts[entry.kind === 'person' ? 'persons' : 'entities'] += 1;
      counts.names += entry.names.length;
      counts.weakNames += entry.names.filter(({ isWeak }) => isWeak).length;
      counts.wallets += entry.identifiers.filter(({ kind }) => kind === 'wallet').length;
    },
  );
  return { report, counts, entries };
}

describe.skipIf(!existsSync(PUBLISHED_LISTS))('the published lists (needs published files)', () => {
  test('OFAC SDN: 13,821 entries, none lost', async () => {
    const folder = ['sdn', 'alt', 'add', 'sdn_comments'].map((name) => `ofac_sdn/${name}.csv`);

    const { report, counts } = await tally(parseOfac, ...folder);

    expect(report).toMatchObject({ entryCount: 13_821, droppedEntries: 0, unreadDates: 0 });
    // 6,033 entities, 764 vessels and 378 aircraft.
    expect(counts).toMatchObject({ persons: 6_646, entities: 6_033 + 764 + 378 });
    // 3,284 names stand as a.k.a. '…' in the list (3,267 if one overlooks those that begin with an
    // apostrophe or are cut by the end of their cell), 20 more in the comments that continue the
    // cells, and 88 as f.k.a., n.k.a. or d.b.a.
    expect(counts.weakNames).toBe(3_392);
    expect(counts.wallets).toBe(467);
    // Comments on entries that the list no longer had on that day.
    expect(report.strayRows).toBe(3);
    expect(report.unknownCountries).toEqual({
      'possibly Palestinian': 3,
      Cali: 4,
      Medellin: 2,
      Bogota: 1,
      Uraba: 1,
      G: 1,
    });
  });

  test('OFAC SDN of a later day: 14,973 entries', { tags: 'full' }, async () => {
    const { report } = await tally(parseOfac, 'ofac_sdn/later-version/sdn.csv.gz', 'ofac_sdn/alt.csv');

    expect(report).toMatchObject({ entryCount: 14_973, droppedEntries: 0 });
  });

  test('OFAC consolidated: 442 entries as CSV, 443 as XML of its own day', async () => {
    const paths = ['prim', 'alt', 'add', 'comments'].map((name) => `ofac_consolidated/cons_${name}.csv`);

    const csv = await tally(parseOfac, ...paths);
    const xml = await tally(parseOfac, 'ofac_consolidated/consolidated.xml');

    expect(csv.report).toMatchObject({ entryCount: 442, droppedEntries: 0 });
    expect(xml.report).toMatchObject({ entryCount: 443, publishedAt: '2025-03-28' });
    // 443 principal names, 1,066 strong and 70 weak aliases, one of which repeats its principal name.
    expect(xml.counts).toMatchObject({ names: 443 + 1_066 + 70 - 1, weakNames: 70 });
  });

  test.each([
    ['irgc', 293, '2024-08-28'],
    ['yemen', 10, '2024-05-24'],
  ])('OFAC enhanced XML, programme %s: %i entries', async (programme, entryCount, publishedAt) => {
    const path = `ofac_sdn/format-samples/enhanced_xml_${programme}.xml.gz`;

    const { report } = await tally(parseOfac, path);

    expect(report).toMatchObject({
      entryCount,
      publishedAt,
      droppedEntries: 0,
      unknownCountries: {},
    });
  });

  test('EU: 5,307 entries with 27,571 names', { tags: 'full' }, async () => {
    const path = 'eu_fsf/reconstructed/20250415-FULL-1_1.reconstructed.xml.gz';

    const { report, counts } = await tally(parseEu, path);

    expect(report).toMatchObject({
      entryCount: 5_307,
      droppedEntries: 0,
      publishedAt: '2025-04-15',
      // Four years of an Islamic calendar that is not named, and one "until 1980".
      unreadDates: 5,
      unknownCountries: { CS: 2 },
    });
    expect(counts).toMatchObject({ persons: 4_103, entities: 1_204, names: 27_571, weakNames: 0 });
  });

  test.each([
    ['consolidated.xml', 999, '2026-01-28'],
    ['older-version/consolidated-2025-04-19.xml.gz', 877, '2025-04-19'],
  ])('UN: %s has %i entries, each with its reference', async (path, entryCount, publishedAt) => {
    const { report, entries } = await tally(parseUn, `un_sanctions/${path}`);

    expect(report).toMatchObject({ entryCount, publishedAt, droppedEntries: 0, droppedNames: 0 });
    expect(entries.filter(({ id, references = [] }) => references.some(({ value }) => value === id))).toHaveLength(
      entryCount,
    );
    // Ages, a day of an Islamic calendar, and two days that no calendar has.
    expect(report.unreadDates).toBeLessThanOrEqual(4);
  });

  test('EU, the retired format: 595 entries', async () => {
    const { report } = await tally(parseEu, 'eu_fsf/format-samples/old_format_global_2016.xml.gz');

    expect(report).toMatchObject({ entryCount: 595, droppedEntries: 0, publishedAt: '2016-02-11' });
  });

  test.each(
    some(
      [
        ['CSV', 'reconstructed/UK-Sanctions-List.csv.gz', 642],
        // The XML has no place for the strength of a name in another script.
        ['XML', 'reconstructed/UK-Sanctions-List.xml.gz', 613],
        ['ConList', 'conlist-2025-04-10/ConList.csv.gz', 642],
      ],
      1,
    ),
  )('UK as %s: 4,686 designations', async (_form, path, weakNames) => {
    const { report, counts } = await tally(parseUk, `uk_sanctions/${path}`);

    expect(report).toMatchObject({
      entryCount: 4_686,
      droppedEntries: 0,
      publishedAt: '2025-04-10',
      unreadDates: 0,
      unknownCountries: {},
    });
    expect(counts).toMatchObject({ persons: 3_662, entities: 1_024, names: 15_964, weakNames });
  });

  test('IDB: 1,081 entries, the same from the sheet and from the workbook', async () => {
    const csv = await tally(parseIdb, 'idb_sanctions/idb_sanctioned.csv');
    const workbook = await tally(
      parseIdb,
      'idb_sanctions/Inter-American_Development_Bank-Sanctioned_Firms_and_Individuals.xlsx',
    );

    expect(csv.report).toMatchObject({
      entryCount: 1_081,
      droppedEntries: 0,
      unknownCountries: {},
    });
    expect(csv.counts).toMatchObject({ persons: 233, entities: 848 });
    expect(workbook.entries).toEqual(csv.entries);
  });

  test('PEP: office holders and relatives of 17 countries, each position in a category', { tags: 'full' }, async () => {
    const folder = 'service_pep/wikidata_officeholders';
    const names = readdirSync(join(PUBLISHED_LISTS, folder), { recursive: true, encoding: 'utf8' });
    const files = names.filter((name) => /\.csv(\.gz)?$/.test(name));
    const holders: ListedEntry[] = [];
    let relativeCount = 0;

    const report = await parsePep(
      Object.fromEntries(files.map((name) => [name.replace(/\.gz$/, ''), open(join(folder, name))])),
      (entry) => {
        if (entry.pep?.positions.length) holders.push(entry);
        else relativeCount += 1;
      },
    );

    // Of 67,768 rows, 13,313 state offices outside the categories, most in state legislatures.
    expect(report).toMatchObject({ entryCount: 38_403, droppedEntries: 0, outOfScope: 13_313 });
    // Partners, step-parents, godparents and distant relatives: 275 + 81 + 19 + 3.
    expect(report.strayRows).toBe(378);
    expect([holders.length, relativeCount]).toEqual([30_401, 8_002]);
    const putin = holders.find(({ id }) => id === 'Q7747');
    expect(putin?.pep?.positions).toContainEqual({
      category: 'head_of_state',
      title: 'President',
      country: 'RU',
      startedOn: '2012-05-07',
      endedOn: null,
      isCurrent: true,
      roster: 'wikidata',
    });
  });

  test('PEP: one person of several rosters is one entry', { tags: 'full' }, async () => {
    const folder = 'service_pep/wikidata_officeholders';
    const paths = ['turkey', 'china', 'united-states'].flatMap((land) =>
      readdirSync(join(PUBLISHED_LISTS, folder, land)).map((name) => join(folder, land, name)),
    );
    const files = Object.fromEntries(
      paths.map((path) => [path.replace(/\.gz$/, '').replace(`${folder}/`, ''), open(path)]),
    );
    const cabinets = open('service_pep/rosters/cia_world_leaders_2019/persons_offices.csv.gz');
    const entries: ListedEntry[] = [];

    await parsePep({ ...files, 'persons_offices.csv': cabinets }, (entry) => {
      entries.push(entry);
    });

    for (const name of ['Recep Tayyip ERDOGAN', 'XI Jinping']) {
      const named = entries.filter(({ names }) => names.some(({ text }) => text === name));
      expect(named.map(({ id }) => id)).toEqual([expect.stringMatching(/^Q\d+$/)]);
      const rosters = named[0]?.pep?.positions.map(({ roster }) => roster);
      expect(new Set(rosters)).toEqual(new Set(['wikidata', 'cia-world-leaders']));
    }
    expect(entries.find(({ id }) => id === 'Q649898')?.pep?.positions).toMatchObject([
      { title: 'White House Chief of Staff', category: 'minister' },
    ]);
  });

  test.each<[string, ListParser, string[], Partial<Record<keyof Listing, number>>]>([
    [
      'OFAC SDN',
      parseOfac,
      ['sdn', 'alt', 'add', 'sdn_comments'].map((name) => `ofac_sdn/${name}.csv`),
      { birthPlaces: 3_992, addresses: 11_167, titles: 1_636, remarks: 13_318 },
    ],
    [
      'EU',
      parseEu,
      ['eu_fsf/reconstructed/20250415-FULL-1_1.reconstructed.xml.gz'],
      { birthPlaces: 1_186, titles: 1_857, listedOn: 3_398, remarks: 3_004, links: 3_398 },
    ],
    [
      'UK',
      parseUk,
      ['uk_sanctions/conlist-2025-04-10/ConList.csv.gz'],
      { birthPlaces: 2_435, addresses: 2_631, titles: 2_672, listedOn: 4_686, remarks: 4_686, links: 4_665 },
    ],
    ['IDB', parseIdb, ['idb_sanctions/idb_sanctioned.csv'], { listedOn: 1_081, endsOn: 634, remarks: 1_067 }],
  ])('%s: entries carry what the files state', { tags: 'full' }, async (_list, parse, paths, expected) => {
    const { entries } = await tally(parse, ...paths);

    const facts: (keyof Listing)[] = ['birthPlaces', 'addresses', 'titles', 'listedOn', 'endsOn', 'remarks', 'links'];
    const counts = facts.map((fact) => [
      fact,
      entries.filter(({ listing }) => (listing?.[fact] ?? '').length > 0).length,
    ]);
    expect(Object.fromEntries(counts.filter(([, count]) => count))).toEqual(expected);
  });

  test('PEP: the members of Congress and the presidents from their YAML rosters', { tags: 'full' }, async () => {
    const folder = 'service_pep/rosters/us_congress_2026-06-15';

    const { report, entries } = await tally(
      parsePep,
      `${folder}/legislators-current.yaml.gz`,
      `${folder}/executive.yaml.gz`,
    );

    expect(report).toMatchObject({ droppedEntries: 0, unreadDates: 0, outOfScope: 0 });
    expect(entries.find(({ id }) => id === 'Q22250')).toMatchObject({
      names: [{ text: 'Maria Cantwell', isWeak: false }],
      births: [{ from: '1958-10-13', to: '1958-10-13' }],
    });
    expect(report.entryCount).toBe(entries.length);
    expect(entries.length).toBeGreaterThan(580);
  });

  test('PEP: members of 29 legislatures', { tags: 'full' }, async () => {
    const folder = 'service_pep/everypolitician_popolo_2018-07-03';
    const files = readdirSync(join(PUBLISHED_LISTS, folder)).map((name) => join(folder, name));

    const { report, entries } = await tally(parsePep, ...files);

    // 12,903 persons, of whom one sat under one Wikidata item in two of them and 56 are listed twice,
    // under the same name and day of birth.
    expect(report).toMatchObject({ entryCount: 12_846, droppedEntries: 0, strayRows: 0 });
    const unplaced = entries.flatMap(({ pep }) => pep?.positions ?? []).filter((one) => !one.country);
    expect(unplaced).toEqual([]);
  });
});
