import type { ListedEntry } from '../listed-entry.ts';
import type { Collector } from './collect-entries.ts';
import type { FileLimits } from './reading/file-limits.ts';
import type { ListFile } from './reading/text-chunks.ts';

/** The files of one publication, by the name the publisher gives each, in any letter case. */
export type ListFiles = Readonly<Record<string, AsyncIterable<Uint8Array>>>;

export type OnEntry = (entry: ListedEntry) => void | Promise<void>;

/** Why a single entry was left out of a list that was otherwise read. */
export type DropReason = 'malformed_row' | 'no_id' | 'no_name' | 'duplicate_id';

export interface ListReport {
  /** The day the publication states of itself, `YYYY-MM-DD`; null where the format states none. */
  publishedAt: string | null;
  entryCount: number;
  /** Entries by kind. */
  counts: Record<'person' | 'entity' | 'vessel', number>;
  /** The number of records the file states of itself; null where its format states none. */
  statedCount: number | null;
  /** Names of lists that records state themselves to be on, with how often each is stated. */
  listNames: Record<string, number>;
  droppedEntries: number;
  droppedReasons: Partial<Record<DropReason, number>>;
  /** Names without a letter or digit, or beyond all length, left out of entries that have others. */
  droppedNames: number;
  /** Dates of birth that state no year we can read. */
  unreadDates: number;
  /** Country names that are in no table of ours, with how often each stood in the files. */
  unknownCountries: Record<string, number>;
  /** Rows that belong to no entry of the publication: aliases, remarks and relatives of strangers. */
  strayRows: number;
  /** Positions that make nobody politically exposed; their holders may be listed for others. */
  outOfScope: number;
}

/**
 * Reads a publication as a stream and hands over its entries one by one. Throws `ListUnreadable`
 * when the files as a whole cannot be trusted; what was handed over until then is to be discarded.
 */
export type ListParser = (
  files: ListFiles,
  onEntry: OnEntry,
  limits?: Partial<FileLimits>,
) => Promise<ListReport>;

/** Reads the entries of one file of a publication, and the day it states of itself. */
export type ListFileReader = (
  file: ListFile,
  collector: Collector,
  limits: FileLimits,
) => Promise<ListReport['publishedAt']>;
