import { type BuiltIndex, IndexBuilder, type ListedEntry } from '@assay/watchlist';
import { type ListFiles, type ListReport, parsers } from '@assay/watchlist/parsers';
import { nameTables } from '../name-tables.ts';
import { DigestBuilder } from './entry-digests.ts';
import { LIST_KEYS, lists } from './list.ts';
import { isOwn, type ListId } from './list-id.ts';
import type { UnreadRow } from './own-list.ts';
import { type OwnFormat, readOwnList } from './read-own-list.ts';

/** Lists in the same format: a file of one can be read as the other. */
export const siblingsOf = (id: ListId) =>
  isOwn(id) ? [] : LIST_KEYS.filter((other) => other !== id && lists[other].parser === lists[id].parser);

export interface ReadList {
  report: ListReport;
  index: BuiltIndex;
  digests: Buffer;
  /** Of an own list: rows that are no entries. */
  unread?: readonly UnreadRow[];
}

/**
 * Parses published files and builds the index, in one pass. Throws `ListUnreadable` if the files
 * cannot be trusted.
 */
export async function readList(id: ListId, files: ListFiles, format: OwnFormat = {}): Promise<ReadList> {
  const builder = new IndexBuilder(nameTables);
  const digests = new DigestBuilder();
  const onEntry = async (entry: ListedEntry) => {
    digests.add(entry);
    await builder.addWithTables(entry);
  };
  const { unread, ...report } = isOwn(id)
    ? await readOwnList(files, onEntry, format)
    : { unread: undefined, ...(await parsers[lists[id].parser](files, onEntry)) };
  return { report, index: builder.finish(), digests: digests.finish(), ...(unread && { unread }) };
}
