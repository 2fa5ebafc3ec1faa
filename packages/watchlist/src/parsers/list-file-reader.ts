import type { Collector } from './collect-entries.ts';
import type { ListReport } from './list-parser.ts';
import type { FileLimits } from './reading/file-limits.ts';
import type { ListFile } from './reading/text-chunks.ts';

/** Reads the entries of one file of a publication, and its publication date. */
export type ListFileReader = (
  file: ListFile,
  collector: Collector,
  limits: FileLimits,
) => Promise<ListReport['publishedAt']>;
