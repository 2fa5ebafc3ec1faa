import { hash } from 'node:crypto';
import { derivedId, msOf } from '#shared/platform/ids.ts';

/** The id of the watch of a row. A later attempt gives another one, if its place is taken by another watch. */
export function rowWatchId(batchId: string, number: number, attempt = 0): string {
  const digest = hash('sha256', `${batchId}\nwatch\n${number}\n${attempt}`, 'buffer');
  return derivedId(digest, msOf(batchId) + number);
}
