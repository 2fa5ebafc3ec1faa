import * as z from 'zod';

/** The formats of uploaded files. */
export const BatchFormat = z.enum(['csv', 'ndjson', 'ftm']);
export type BatchFormat = z.infer<typeof BatchFormat>;
