import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { LIST_KEYS, type ListKey, lists } from '@assay/watchlist/catalogue';

/** The lists of the project, with invented people. */
export const INVENTED_LISTS = fileURLToPath(new URL('./invented-lists', import.meta.url));

/**
 * The `LIST_FILES` setting for a directory with a folder for each list, named by its key: the files of each list,
 * with their URLs. Of several editions of a list the one that the catalogue prefers is used.
 */
export const listFilesIn = (directory: string): Partial<Record<ListKey, Record<string, string>>> =>
  Object.fromEntries(LIST_KEYS.map((key) => [key, filesOf(directory, key)]));

/** Where the folder of a list has its files, the first preferred: a published list may have been reconstructed. */
const FOLDERS = ['', 'reconstructed'];

function filesOf(directory: string, key: ListKey): Record<string, string> {
  const { editions, listKind } = lists[key];
  if (listKind === 'pep') return rostersIn(join(directory, key));
  for (const folder of FOLDERS.map((name) => join(directory, key, name)))
    for (const edition of editions) {
      const names = filesIn(folder);
      const found = edition.map((pattern) => names.find((name) => pattern.test(name.replace(/\.gz$/, ''))));
      const there = found.filter((name) => name !== undefined);
      if (found[0] !== undefined) return Object.fromEntries(there.map((name) => [name, addressOf(folder, name)]));
    }
  return {};
}

const filesIn = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []))
    : [];

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
function rostersIn(home: string): Record<string, string> {
  if (!existsSync(home)) return {};
  const files = readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(csv|json)(\.gz)?$/.test(entry.name))
    .filter(({ name }) => !NO_ROSTERS.test(name))
    .map(({ parentPath, name }) => relative(home, join(parentPath, name)));
  return Object.fromEntries(files.map((path) => [path.split('/').slice(-2).join('/'), addressOf(home, path)]));
}

const addressOf = (directory: string, path: string) => pathToFileURL(join(directory, path)).href;
