import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createGunzip } from 'node:zlib';
import type { ListedEntry } from '#packages/watchlist/src/listed-entry.ts';
import { parseEu } from '#packages/watchlist/src/parsers/eu.ts';
import { parseIdb } from '#packages/watchlist/src/parsers/idb.ts';
import type { ListParser } from '#packages/watchlist/src/parsers/list-parser.ts';
import { parseOfac } from '#packages/watchlist/src/parsers/ofac.ts';
import { parsePep } from '#packages/watchlist/src/parsers/pep.ts';
import { parseUk } from '#packages/watchlist/src/parsers/uk.ts';
import { PUBLISHED_LISTS } from '#test/support/tools.ts';
import { sized } from './size.ts';

const LISTS: Record<string, { parse: ListParser; files: string[] }> = {
  ofac_sdn: {
    parse: parseOfac,
    files: ['sdn.csv', 'alt.csv', 'add.csv', 'sdn_comments.csv'].map((file) => `ofac_sdn/${file}`),
  },
  ofac_consolidated: {
    parse: parseOfac,
    files: ['cons_prim.csv', 'cons_alt.csv', 'cons_add.csv', 'cons_comments.csv'].map(
      (file) => `ofac_consolidated/${file}`,
    ),
  },
  eu_fsf: {
    parse: parseEu,
    files: ['eu_fsf/reconstructed/20250415-FULL-1_1.reconstructed.xml.gz'],
  },
  uk_sanctions: {
    parse: parseUk,
    files: ['uk_sanctions/reconstructed/UK-Sanctions-List.csv.gz'],
  },
  idb_sanctions: { parse: parseIdb, files: ['idb_sanctions/idb_sanctioned.csv'] },
};

export const hasRealLists = existsSync(PUBLISHED_LISTS);
export const realListKeys = Object.keys(LISTS);

function open(file: string): AsyncIterable<Uint8Array> {
  const stream = createReadStream(`${PUBLISHED_LISTS}/${file}`);
  return file.endsWith('.gz') ? stream.pipe(createGunzip()) : stream;
}

export async function readRealList(key: string): Promise<ListedEntry[]> {
  const list = LISTS[key];
  if (!list) throw new Error(`no such list: ${key}`);
  return read(list.parse, list.files, (file) => basename(file));
}

async function read(
  parse: ListParser,
  files: readonly string[],
  nameOf: (file: string) => string,
): Promise<ListedEntry[]> {
  const entries: ListedEntry[] = [];
  const opened = files.map((file) => [nameOf(file).replace(/\.gz$/, ''), open(file)] as const);
  await parse(Object.fromEntries(opened), (entry) => {
    entries.push(entry);
  });
  return entries;
}

const OFFICE_HOLDERS = sized(
  ['wikidata_officeholders', 'everypolitician_popolo_2018-07-03'],
  ['wikidata_officeholders/greece'],
);

/** Office holders and their relatives of 46 countries: real people, of whom hardly any is sanctioned. */
export async function readOfficeHolders(): Promise<ListedEntry[]> {
  const paths = OFFICE_HOLDERS.flatMap((folder) =>
    readdirSync(join(PUBLISHED_LISTS, 'service_pep', folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:csv|json)(?:\.gz)?$/.test(name))
      .map((name) => join('service_pep', folder, name)),
  );
  // The folder names the country of a table.
  return read(parsePep, paths, (path) => path);
}
