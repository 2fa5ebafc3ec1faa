import { TERM_BUILDER_VERSION } from '@assay/names';
import { IndexBuilder, type ListIndex, openIndex } from '@assay/watchlist';
import { LOOK_BACK_INDEXED_ENTRIES } from '../limits.ts';
import type { ListId } from '../lists/list-id.ts';
import { nameTables } from '../name-tables.ts';
import { readAnyIndex } from '../repository/list-indexes.ts';
import type { UnavailableReason } from './look-back.ts';

/** A worker holds one version at a time. */
let open: { list: ListId; versionId: string; index: Promise<ListIndex | UnavailableReason> } | undefined;

/** A version as this release searches it, or why it cannot be searched. */
export function openVersion(list: ListId, versionId: string): Promise<ListIndex | UnavailableReason> {
  if (open?.list === list && open.versionId === versionId) return open.index;
  const index = openAsNow(list, versionId);
  const opening = { list, versionId, index };
  open = opening;
  index.catch(() => {
    if (open === opening) open = undefined;
  });
  return index;
}

/** Leaves the memory of the worker to its next job. */
export function closeVersion(): void {
  open = undefined;
}

async function openAsNow(list: ListId, versionId: string): Promise<ListIndex | UnavailableReason> {
  const index = await readAnyIndex(list, versionId);
  if (!index) return 'not_archived';
  const { termBuilderVersion, entryCount } = index.meta;
  if (termBuilderVersion === TERM_BUILDER_VERSION) return index;
  return entryCount > LOOK_BACK_INDEXED_ENTRIES ? 'other_release' : indexedAgain(index);
}

/** By the rules of this release, from the same entries: those of another one would miss names that are found now. */
async function indexedAgain(index: ListIndex): Promise<ListIndex> {
  const builder = new IndexBuilder(nameTables);
  for await (const entry of index.everyEntry()) await builder.addWithTables(entry);
  const { table, details } = builder.finish();
  return openIndex(table, async (offset, length) => details.subarray(offset, offset + length));
}
