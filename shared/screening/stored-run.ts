import * as z from 'zod';
import { ScreeningRun } from './run.ts';

/** A run as it is kept: as it is shown, with what later decisions need to know of its search. */
export const StoredRun = z.object({
  run: ScreeningRun,
  /** Whether the search of each kind of list was incomplete; the kinds are independent. */
  isIncomplete: z.object({ sanctions: z.boolean(), pep: z.boolean() }),
  /** Risk fact -> the receipt that this run last recorded for it. */
  receipts: z.record(z.string(), z.string()),
});
export type StoredRun = z.infer<typeof StoredRun>;
