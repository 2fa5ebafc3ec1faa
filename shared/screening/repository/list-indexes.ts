import {
  type BuiltIndex,
  type FileDirectory,
  findStoredEntry,
  type ListedEntry,
  type ListIndex,
  openIndex,
  type ReadRange,
  readDirectory,
} from '@assay/watchlist';
import { getBlob, putBlob, removeBlob } from '#shared/platform/blobs.ts';
import type { Scope } from '#shared/platform/caller.ts';
import { DigestBuilder, type EntryDigests, openDigests } from '../lists/entry-digests.ts';
import { JOINT } from '../lists/joint-index.ts';
import { isOwn, type ListId, type ListKey } from '../lists/list-id.ts';
import { DeltaEntries } from '../lists/list-version.ts';

export type IndexKey = ListId | typeof JOINT;

/**
 * The immutable objects of a list version: its index in two parts, the digests of its entries, and
 * examples of entries that it added and removed.
 */
/** The indexes of all own lists of an organization and mode. */
export const ownIndexesOf = ({ organizationId, mode }: Scope) => `indexes/${organizationId}/${mode}/`;

const objectOf = (key: IndexKey, versionId: string, part: 'table' | 'details' | 'digests' | 'delta') =>
  `indexes/${key}/${versionId}/${part}`;

export async function putIndex(key: IndexKey, versionId: string, { table, details }: BuiltIndex): Promise<void> {
  await putBlob('lists', objectOf(key, versionId, 'details'), details);
  await putBlob('lists', objectOf(key, versionId, 'table'), table);
}

export async function removeIndex(key: IndexKey, versionId: string): Promise<void> {
  await removeBlob('lists', objectOf(key, versionId, 'table'));
  await removeBlob('lists', objectOf(key, versionId, 'details'));
  if (key === JOINT) return;
  await removeBlob('lists', objectOf(key, versionId, 'digests'));
  await removeBlob('lists', objectOf(key, versionId, 'delta'));
}

/** Where the archive of a stage keeps the index of a version, with its entries, after the list has dropped it. */
const archived = (object: string) => `archive/${object}`;

/** Before the list refers to the version: one that a worker died with is never named. */
export async function archiveIndex(key: ListKey, versionId: string, { table, details }: BuiltIndex): Promise<void> {
  await putBlob('lists', archived(objectOf(key, versionId, 'details')), details);
  await putBlob('lists', archived(objectOf(key, versionId, 'table')), table);
}

export async function removeArchivedIndex(key: ListKey, versionId: string): Promise<void> {
  await removeBlob('lists', archived(objectOf(key, versionId, 'table')));
  await removeBlob('lists', archived(objectOf(key, versionId, 'details')));
}

/** A version that is searched no more, or is again: without a place in the memory that searches share. */
export const readAnyIndex = async (id: ListId, versionId: string): Promise<ListIndex | undefined> =>
  isOwn(id) ? readIndex(id, versionId) : ((await openStored(id, versionId)) ?? openStored(id, versionId, archived));

export const putDelta = (key: IndexKey, versionId: string, entries: DeltaEntries) =>
  putBlob('lists', objectOf(key, versionId, 'delta'), Buffer.from(JSON.stringify(entries)));

/** None if the active version could not be read when this one was built. */
export async function readDelta(key: ListId, versionId: string): Promise<DeltaEntries> {
  const stored = await getBlob('lists', objectOf(key, versionId, 'delta'));
  return stored ? DeltaEntries.parse(JSON.parse(stored.toString('utf8'))) : NO_ENTRIES;
}

const NO_ENTRIES: DeltaEntries = { added: [], removed: [] };

export const putDigests = (key: IndexKey, versionId: string, digests: Buffer) =>
  putBlob('lists', objectOf(key, versionId, 'digests'), digests);

/** Computed from the entries if they are not stored; undefined if those are gone too. */
export async function readDigests(key: ListId, versionId: string): Promise<EntryDigests | undefined> {
  const stored = await getBlob('lists', objectOf(key, versionId, 'digests'));
  if (stored) return openDigests(stored);
  const index = await openStored(key, versionId);
  if (!index) return undefined;
  const builder = new DigestBuilder();
  for await (const entry of index.everyEntry()) builder.add(entry);
  return openDigests(builder.finish());
}

interface OpenIndex {
  versionId: string;
  index: Promise<ListIndex | undefined>;
}

/** A warm function keeps one version of each list open; a newer one replaces it. */
const open = new Map<IndexKey, OpenIndex>();

/** Own lists are as many as there are organizations, so those used last stay open, up to a total size of their tables. */
const OWN_TABLES_BYTES = 256 * 1024 * 1024;
const ownTables = new Map<IndexKey, number>();

/** Undefined if the objects have been removed. */
export function readIndex(key: IndexKey, versionId: string): Promise<ListIndex | undefined> {
  const warm = open.get(key);
  const size = ownTables.get(key);
  if (size !== undefined) {
    ownTables.delete(key);
    ownTables.set(key, size);
  }
  if (warm?.versionId === versionId) return warm.index;
  const index = openStored(key, versionId);
  open.set(key, { versionId, index });
  index.catch(() => open.delete(key)); // so that the next run retries
  return index;
}

function countTable(key: IndexKey, bytes: number): void {
  if (key === JOINT || !isOwn(key)) return;
  ownTables.delete(key);
  ownTables.set(key, bytes);
  let total = [...ownTables.values()].reduce((sum, size) => sum + size, 0);
  for (const [oldest, size] of ownTables) {
    if (total <= OWN_TABLES_BYTES || oldest === key) break;
    ownTables.delete(oldest);
    open.delete(oldest);
    total -= size;
  }
}

/** The directory of a version's table; immutable, so a warm function reads it once. */
const directories = new Map<IndexKey, { versionId: string; directory: Promise<FileDirectory> }>();
const MOST_DIRECTORIES = 100;

function directoryOf(key: IndexKey, versionId: string, readTable: ReadRange) {
  const warm = directories.get(key);
  if (warm?.versionId === versionId) return warm.directory;
  const directory = readDirectory(readTable);
  directories.delete(key);
  directories.set(key, { versionId, directory });
  const [oldest] = directories.keys();
  if (directories.size > MOST_DIRECTORIES && oldest !== undefined) directories.delete(oldest);
  directory.catch(() => directories.delete(key));
  return directory;
}

/**
 * Finds one entry of a list version by its id. Undefined if there is none, or the version has been
 * removed.
 */
export async function findListedEntry(key: IndexKey, versionId: string, id: string): Promise<ListedEntry | undefined> {
  const found = await lookUpEntry(key, versionId, id);
  return found === 'gone' ? undefined : found;
}

/** Whether a list version has an entry. Undefined if the version has been removed. */
export async function isListed(key: IndexKey, versionId: string, id: string): Promise<boolean | undefined> {
  const found = await lookUpEntry(key, versionId, id);
  return found === 'gone' ? undefined : found !== undefined;
}

async function lookUpEntry(key: IndexKey, versionId: string, id: string): Promise<ListedEntry | 'gone' | undefined> {
  const readerOf =
    (part: 'table' | 'details'): ReadRange =>
    async (offset, length) => {
      const bytes = await getBlob('lists', objectOf(key, versionId, part), { offset, length });
      if (!bytes) throw new IndexGone();
      return bytes;
    };
  const [readTable, readDetails] = [readerOf('table'), readerOf('details')];
  try {
    const directory = await directoryOf(key, versionId, readTable);
    return await findStoredEntry({ directory, readTable, readDetails }, id);
  } catch (error) {
    if (error instanceof IndexGone) return 'gone';
    throw error;
  }
}

class IndexGone extends Error {}

async function openStored(
  key: IndexKey,
  versionId: string,
  place = (object: string) => object,
): Promise<ListIndex | undefined> {
  const table = await getBlob('lists', place(objectOf(key, versionId, 'table')));
  const details = place(objectOf(key, versionId, 'details'));
  if (table) countTable(key, table.length);
  return (
    table &&
    openIndex(table, async (offset, length) => {
      const bytes = await getBlob('lists', details, { offset, length });
      if (!bytes) throw new Error('The details of a list version are gone.');
      return bytes;
    })
  );
}
