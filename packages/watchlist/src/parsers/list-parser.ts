import type { ListedEntry } from '../listed-entry.ts';
import type { FileLimits } from './reading/file-limits.ts';

/** The files of one publication, by the name the publisher gives each, in any letter case. */
export type ListFiles = Readonly<Record<string, AsyncIterable<Uint8Array>>>;

export type OnEntry = (entry: ListedEntry) => void | Promise<void>;

/** Why a single entry was dropped from an otherwise valid list. */
export type DropReason = 'malformed_row' | 'no_id' | 'no_name' | 'duplicate_id';

export interface ListReport {
  /** The publication date that the files state, `YYYY-MM-DD`; null if the format states none. */
  publishedAt: string | null;
  entryCount: number;
  /** Entries by kind. */
  counts: Record<'person' | 'entity' | 'vessel', number>;
  /** The number of records that the file states; null if its format states none. */
  statedCount: number | null;
  /** List names that records state, with how often each occurs. */
  listNames: Record<string, number>;
  droppedEntries: number;
  droppedReasons: Partial<Record<DropReason, number>>;
  /** Names without a letter or digit, or too long, dropped from entries that have other names. */
  droppedNames: number;
  /** Dates of birth without a readable year. */
  unreadDates: number;
  /** Unknown country names, with how often each occurs. */
  unknownCountries: Record<string, number>;
  /** Rows that belong to no entry: orphaned aliases, remarks and relatives. */
  strayRows: number;
  /** The publisher has given the publication up: another one replaced it. */
  isRetired: boolean;
  /** Positions that are not politically exposed; their holders may be listed for others. */
  outOfScope: number;
}

/**
 * Reads a publication as a stream and passes on its entries one by one. Throws `ListUnreadable` if
 * the files as a whole cannot be trusted; entries passed on until then must be discarded.
 */
export type ListParser = (files: ListFiles, onEntry: OnEntry, limits?: Partial<FileLimits>) => Promise<ListReport>;
