import type { ListFiles } from './list-parser.ts';
import { FILE_LIMITS, type FileLimits } from './reading/file-limits.ts';
import { unreadable } from './reading/list-unreadable.ts';
import type { ListFile } from './reading/text-chunks.ts';

/** The first file whose name matches; `undefined` if the publication has none. */
export function findFile(files: ListFiles, pattern: RegExp): ListFile | undefined {
  const found = Object.entries(files).find(([name]) => pattern.test(name));
  return found && { name: found[0], chunks: found[1] };
}

export function requireFile(files: ListFiles, pattern: RegExp, what: string): ListFile {
  return findFile(files, pattern) ?? unreadable('missing_file', `The publication has no ${what}.`);
}

export const allFiles = (files: ListFiles, pattern: RegExp): ListFile[] =>
  Object.entries(files)
    .filter(([name]) => pattern.test(name))
    .map(([name, chunks]) => ({ name, chunks }));

export const withDefaults = (limits: Partial<FileLimits> | undefined): FileLimits => ({
  ...FILE_LIMITS,
  ...limits,
});
