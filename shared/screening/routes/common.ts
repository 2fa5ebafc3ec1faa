import * as z from 'zod';

/** A whole number in a query, from 1 to a maximum. */
export const wholeNumberUpTo = (max: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,15}$/, 'must be a whole number from 1')
    .transform(Number)
    .refine((value) => value <= max, { message: `must be at most ${max}` });

/** Reads the indexes of lists. Without `ListBucket`, S3 answers 403 for a missing object. */
export const searching = { lists: ['GetObject', 'ListBucket'] } as const;
