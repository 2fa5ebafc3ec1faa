import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The texts of all files below a folder, by path. */
export const filesBelow = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .toSorted()
      .map((path) => [relative(folder, path), readFileSync(path, 'utf8')]),
  );
