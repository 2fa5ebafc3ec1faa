import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ListKey } from '#shared/screening/contract.ts';

/**
 * The `LIST_FILES` setting for a directory of screening lists: file names that the parsers know,
 * with their URLs. If a directory has several editions of a list, the first in this order is used.
 */
const EDITIONS: Record<ListKey, readonly string[][]> = {
  ofac_sdn: [['ofac_sdn/sdn.csv', 'ofac_sdn/alt.csv', 'ofac_sdn/add.csv', 'ofac_sdn/sdn_comments.csv']],
  ofac_consolidated: [
    [
      'ofac_consolidated/cons_prim.csv',
      'ofac_consolidated/cons_alt.csv',
      'ofac_consolidated/cons_add.csv',
      'ofac_consolidated/cons_comments.csv',
    ],
    ['ofac_consolidated/consolidated.xml'],
  ],
  eu_fsf: [['eu_fsf/fsf-1_1.xml'], ['eu_fsf/reconstructed/20250415-FULL-1_1.reconstructed.xml.gz']],
  uk_sanctions: [['uk_sanctions/UK-Sanctions-List.csv'], ['uk_sanctions/reconstructed/UK-Sanctions-List.csv.gz']],
  idb_sanctions: [['idb_sanctions/idb_sanctioned.csv']],
  service_pep: [],
};

/** The lists of the project, with invented people. */
export const INVENTED_LISTS = fileURLToPath(new URL('./invented-lists', import.meta.url));

export function listFilesIn(directory: string): Partial<Record<ListKey, Record<string, string>>> {
  const found = Object.entries(EDITIONS).map(([key, editions]) => {
    const edition = editions.find(([first = '']) => existsSync(join(directory, first))) ?? [];
    const there = edition.filter((path) => existsSync(join(directory, path)));
    const files = there.map((path) => [path.split('/').at(-1), addressOf(directory, path)]);
    return [key, Object.fromEntries(files)];
  });
  return { ...Object.fromEntries(found), service_pep: rostersIn(directory) };
}

/** Total file size of each list in bytes. */
export function listSizesIn(directory: string): Partial<Record<ListKey, number>> {
  const sizes = Object.entries(listFilesIn(directory)).map(([key, files]) => {
    const bytes = Object.values(files).map((address) => statSync(fileURLToPath(address)).size);
    return [key, bytes.reduce((sum, size) => sum + size, 0)];
  });
  return Object.fromEntries(sizes);
}

/** Files that are not rosters: their index, and offices whose holders are in a missing file. */
const NO_ROSTERS = /^(?:ministers|all-leaders)\.json/;

/** Roster files keep their directory name, which identifies the country. */
function rostersIn(directory: string): Record<string, string> {
  const home = join(directory, 'service_pep');
  if (!existsSync(home)) return {};
  const files = readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(csv|json)(\.gz)?$/.test(entry.name))
    .filter(({ name }) => !NO_ROSTERS.test(name))
    .map(({ parentPath, name }) => relative(home, join(parentPath, name)));
  return Object.fromEntries(files.map((path) => [path.split('/').slice(-2).join('/'), addressOf(home, path)]));
}

const addressOf = (directory: string, path: string) => pathToFileURL(join(directory, path)).href;
