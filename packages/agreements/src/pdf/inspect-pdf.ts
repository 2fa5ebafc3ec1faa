import { type Inspection, refused } from './inspection.ts';
import { readApart } from './reading-thread.ts';

export type { Inspection } from './inspection.ts';

/** Checks and cleans an uploaded file. Only the cleaned file may be stored and shown. */
export async function inspectPdf(pdf: Uint8Array, deadlineMs?: number): Promise<Inspection> {
  const inspection = await readApart('inspect', pdf, deadlineMs);
  return inspection === 'gave_up' ? refused('broken') : inspection;
}
