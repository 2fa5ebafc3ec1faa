const MEBI = 1024 * 1024;

/** Limits beyond which a file is rejected. A parser never holds more than one record. */
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
 * No text of a published list comes near this length; longer ones are skipped, so that regular
 * expressions never run on unbounded text.
 */
export const LONGEST_TEXT_CHARS = 1_000;

export const FILE_LIMITS: FileLimits = {
  fileBytes: 512 * MEBI,
  recordChars: 4 * MEBI,
  depth: 32,
  documentBytes: 64 * MEBI,
};
