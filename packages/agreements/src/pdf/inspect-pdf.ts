import { type Inspection, refused } from './inspection.ts';
import { readApart } from './reading-thread.ts';

export type { Inspection } from './inspection.ts';

/** Whether an uploaded file can be signed, and the visible size of each page. */
export async function inspectPdf(pdf: Uint8Array, deadlineMs?: number): Promise<Inspection> {
  const inspection = await readApart('inspect', pdf, deadlineMs);
  return inspection === 'gave_up' ? refused('broken') : inspection;
}
