import { readFileSync } from 'node:fs';
import { LIST_KEYS, type ListKey, lists } from '@assay/watchlist/catalogue';
import { expect, test } from 'vitest';
import { parsers } from '#packages/watchlist/src/parsers/parsers.ts';
import type { ListUnreadable } from '#packages/watchlist/src/parsers/reading/list-unreadable.ts';
import { editionsOf, hasAddress, refreshOf } from '#shared/screening/lists/list-files.ts';
import { listTable } from '#test/support/list-table.ts';
import { sourceFiles } from '#test/support/source-files.ts';

test('catalogue: lists stay in the order in which stored policies and evidence name them', () => {
  expect(LIST_KEYS.slice(0, 6)).toEqual([
    'eu_fsf',
    'ofac_sdn',
    'ofac_consolidated',
    'uk_sanctions',
    'idb_sanctions',
    'service_pep',
  ]);
});

test('catalogue: every list says what it contains, what it does not, and where it comes from', () => {
  for (const key of LIST_KEYS) {
    const { name, shortName, attribution, coverage, publisherUrl, parser, refresh, files } = lists[key];
    for (const text of [name, shortName, attribution]) expect(text).toMatch(/\w/);
    for (const sentence of [coverage.summary, ...coverage.gaps]) expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(coverage.gaps.length).toBeGreaterThan(0);
    for (const url of [publisherUrl, ...Object.values(files)]) expect(new URL(url).protocol).toBe('https:');
    expect(Object.keys(parsers)).toContain(parser);
    expect(refresh.staleAfterHours).toBeGreaterThan(refresh.everyHours);
  }
});

/** Why the parser of a list refuses an empty file of this name. */
const refusalOf = async (key: ListKey, fileName: string) => {
  const empty = (async function* () {})();
  const parsed = parsers[lists[key].parser]({ [fileName]: empty }, () => {});
  return parsed.then(
    () => 'accepted',
    ({ code, message }: ListUnreadable) => `${code}: ${message}`,
  );
};

test('catalogue: every file that can be uploaded is a whole list to its parser', async () => {
  for (const key of LIST_KEYS)
    for (const { nameEndsWith, example } of lists[key].uploads) {
      expect(example.toLowerCase().endsWith(nameEndsWith), example).toBe(true);
      expect(await refusalOf(key, example), example).not.toMatch(/missing_file|is not a known table/);
    }
  expect(await refusalOf('ofac_sdn', 'sdn.csv')).toMatch(/missing_file/);
  expect(await refusalOf('service_pep', 'people.csv')).toMatch(/is not a known table/);
});

test('catalogue: sanctions lists are looked at every hour, those of the EU every two, and are stale after six', () => {
  const downloaded = LIST_KEYS.filter((key) => lists[key].listKind === 'sanctions' && hasAddress(key));

  expect(downloaded).toEqual(['eu_fsf', 'ofac_sdn', 'ofac_consolidated', 'uk_sanctions', 'un_sanctions']);
  for (const key of downloaded)
    expect(refreshOf(key)).toEqual({ everyHours: key === 'eu_fsf' ? 2 : 1, staleAfterHours: 6 });
});

test('catalogue: OFAC is downloaded in its advanced format, then enhanced, then CSV, unless files are configured', () => {
  expect(editionsOf('ofac_sdn').map((files) => Object.keys(files))).toEqual([
    ['sdn_advanced.xml'],
    ['sdn_enhanced.xml'],
    ['sdn.csv', 'alt.csv', 'add.csv', 'sdn_comments.csv'],
  ]);
  expect(editionsOf('ofac_consolidated').map((files) => Object.keys(files)[0])).toEqual([
    'cons_advanced.xml',
    'cons_enhanced.xml',
    'cons_prim.csv',
  ]);
  expect(editionsOf('uk_sanctions')).toHaveLength(1);
});

test('catalogue: a publisher’s entry page follows from ids that have its form', () => {
  expect(lists.ofac_consolidated.entryUrl?.('9639')).toBe(
    'https://sanctionssearch.ofac.treas.gov/Details.aspx?id=9639',
  );
  expect(lists.service_pep.entryUrl?.('Q42')).toBe('https://www.wikidata.org/wiki/Q42');
  expect(lists.service_pep.entryUrl?.('made-1')).toBeUndefined();
});

test('catalogue: docs/screening.md has the table of its lists', () => {
  expect(readFileSync('docs/screening.md', 'utf8')).toContain(listTable(lists));
});

test('catalogue: no other source names all lists, so a new list is added in one place', () => {
  const isTest = (path: string) => path.includes('/test/') || path.includes('node_modules');
  const files = sourceFiles('shared', 'functions', 'infra', 'console', 'packages', 'bench', 'bin');
  const naming = files
    .filter(({ path }) => !isTest(path))
    .filter(({ text }) => LIST_KEYS.filter((key) => text.includes(key)).length > LIST_KEYS.length / 2);

  expect(naming.map(({ path }) => path).toSorted()).toEqual([
    // Changes entries of four invented lists from edition to edition; a new list needs no line there.
    'bin/demo/editions.ts',
    'packages/watchlist/src/catalogue/catalogue.ts',
  ]);
});
