import * as z from 'zod';

/** Metadata in the header of an index file. */
export const IndexMeta = z.object({
  entryCount: z.int().min(0),
  termBuilderVersion: z.int().min(0),
  /**
   * Number of check bits beside each id of a bucket; absent from indexes built before they existed.
   */
  checkBits: z.int().min(0).max(32).optional(),
  /**
   * Number of bits of the reading length in postings; absent from indexes built before it existed.
   */
  lengthBits: z.int().min(0).max(32).optional(),
  /**
   * Repeated texts of the details and distinct sets of countries, referred to by position. Their items are
   * not examined: a large list has a hundred thousand, and the first search of a process waits for them.
   */
  texts: z.custom<string[]>(Array.isArray),
  countrySets: z.custom<string[][]>(Array.isArray),
});
export type IndexMeta = z.infer<typeof IndexMeta>;
