import { type BuiltIndex, IndexBuilder } from '@assay/watchlist';
import { type ListFiles, type ListReport, parsers } from '@assay/watchlist/parsers';
import { nameTables } from '../name-tables.ts';
import { DigestBuilder } from './entry-digests.ts';
import { LIST_KEYS, type ListKey, lists } from './list.ts';

/** Lists in the same format: a file of one can be read as the other. */
export const siblingsOf = (key: ListKey) =>
  LIST_KEYS.filter((other) => other !== key && lists[other].parser === lists[key].parser);

export interface ReadList {
  report: ListReport;
  index: BuiltIndex;
  digests: Buffer;
}

/**
 * Parses published files and builds the index, in one pass. Throws `ListUnreadable` if the files
 * cannot be trusted.
 */
export async function readList(key: ListKey, files: ListFiles): Promise<ReadList> {
  const builder = new IndexBuilder(nameTables);
  const digests = new DigestBuilder();
  const report = await parsers[lists[key].parser](files, async (entry) => {
    digests.add(entry);
    await builder.addWithTables(entry);
  });
  return { report, index: builder.finish(), digests: digests.finish() };
}
