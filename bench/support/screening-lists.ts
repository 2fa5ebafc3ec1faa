import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createGunzip } from 'node:zlib';
import { LIST_KEYS, type ListKey, lists } from '@assay/watchlist/catalogue';
import { listFilesIn } from '#infra/local/lists.ts';
import type { ListedEntry } from '#packages/watchlist/src/listed-entry.ts';
import type { ListParser } from '#packages/watchlist/src/parsers/list-parser.ts';
import { parsers } from '#packages/watchlist/src/parsers/parsers.ts';
import { PUBLISHED_LISTS } from '#test/support/tools.ts';
import { sized } from './size.ts';

export const hasRealLists = existsSync(PUBLISHED_LISTS);
/** The sanctions lists. Office holders are read apart: their files are many, and a benchmark takes some. */
export const realListKeys: readonly ListKey[] = LIST_KEYS.filter((key) => lists[key].listKind === 'sanctions');

function open(path: string): AsyncIterable<Uint8Array> {
  const stream = createReadStream(path);
  return path.endsWith('.gz') ? stream.pipe(createGunzip()) : stream;
}

export function readRealList(key: ListKey): Promise<ListedEntry[]> {
  const files = Object.entries(listFilesIn(PUBLISHED_LISTS)[key] ?? {});
  return read(
    parsers[lists[key].parser],
    files.map(([name, url]) => [name, fileURLToPath(url)]),
  );
}

/** Reads files by the names that the parser knows them by. */
async function read(parse: ListParser, files: readonly (readonly [name: string, path: string])[]) {
  const entries: ListedEntry[] = [];
  const opened = files.map(([name, path]) => [name.replace(/\.gz$/, ''), open(path)] as const);
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
  return read(
    parsers.pep,
    paths.map((path) => [path, join(PUBLISHED_LISTS, path)]),
  );
}

/** Two publications of OFAC, four months apart. Of the later one the main file alone is there: both have the aliases of the first. */
export async function readTwoPublications(): Promise<{ before: ListedEntry[]; after: ListedEntry[] }> {
  const publication = (path: string) =>
    read(
      parsers.ofac,
      [
        ['sdn.csv', path],
        ['alt.csv', 'alt.csv'],
      ].map(([name = '', file = '']) => [name, join(PUBLISHED_LISTS, 'ofac_sdn', file)] as const),
    );
  return { before: await publication('sdn.csv'), after: await publication('later-version/sdn.csv.gz') };
}
