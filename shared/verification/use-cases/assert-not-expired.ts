import { conflict } from '@assay/foundation';
import type { SessionRecord } from '../session.ts';

/** A session that has expired takes no further results of clients. */
export function assertNotExpired({ data: { expiresAt } }: SessionRecord, now: Date): void {
  if (expiresAt !== undefined && Date.parse(expiresAt) <= now.getTime())
    throw conflict('session_expired', `The session expired at ${expiresAt}. Create a new one.`);
}
