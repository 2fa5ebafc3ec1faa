const MEBI = 1024 * 1024;

/** How much of a file is read before it is refused. A parser never holds more than one record. */
export interface FileLimits {
  /** Decompressed size; SDN_ADVANCED.XML, the largest file published, is about 120 MB. */
  fileBytes: number;
  /** One row, or one record element with everything in it. */
  recordChars: number;
  /** Elements within elements; no published format goes beyond 12. */
  depth: number;
  /** A document that can only be read whole, such as JSON. */
  documentBytes: number;
}

/**
 * No name, title, remark or number of a published list comes near this; what is longer is not read,
 * so that no pattern is ever tried against a text without bounds.
 */
export const LONGEST_TEXT_CHARS = 1_000;

export const FILE_LIMITS: FileLimits = {
  fileBytes: 512 * MEBI,
  recordChars: 4 * MEBI,
  depth: 32,
  documentBytes: 64 * MEBI,
};
