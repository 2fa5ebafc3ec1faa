import type { ListKind } from '../list-kind.ts';
import type { ParserName } from '../parsers/parsers.ts';

/** What a list contains, in words for people who rely on it, and what it is known not to contain. */
interface Coverage {
  summary: string;
  gaps: readonly string[];
}

/** How current a list has to be. */
export interface Refresh {
  everyHours: number;
  /** Without a confirmation by its publisher for so long, the list is stale and its runs are incomplete. */
  staleAfterHours: number;
}

/** A file that is the whole list by itself, so that an operator can upload it. */
interface AcceptedFile {
  /** How its name ends, in lower case; names are compared in any letter case. */
  nameEndsWith: string;
  /** A name that publishers use. */
  example: string;
}

/** Everything the project knows of a list before it has read a file of it. */
export interface CatalogueEntry {
  name: string;
  /** For tables and prose. */
  shortName: string;
  listKind: ListKind;
  /** Attribution that every result of the list must carry. */
  attribution: string;
  coverage: Coverage;
  /** The publisher's page about the list. */
  publisherUrl: string;
  /** The publisher's page of one entry, where its URL follows from the id. */
  entryUrl?: (id: string) => string | undefined;
  parser: ParserName;
  /** Download URLs by the file name the parser expects; empty if an operator has to upload the list. */
  files: Readonly<Record<string, string>>;
  /** What an operator can upload. One upload is one file, so files that are read as a set are not among them. */
  uploads: readonly AcceptedFile[];
  /** The same publication in other formats, the better first, for the time that `files` cannot be had or read. */
  fallbacks?: readonly Readonly<Record<string, string>>[];
  /**
   * Which files of a folder of downloads are this list: sets of files that the parser reads together, the
   * preferred set first.
   */
  editions: readonly (readonly RegExp[])[];
  refresh: Refresh;
  /**
   * Whether a list name that records state is the name of this list. Only for publishers who give several lists
   * the same format, so that a file of one may be taken for another.
   */
  isOwnName?: (listName: string) => boolean;
}
