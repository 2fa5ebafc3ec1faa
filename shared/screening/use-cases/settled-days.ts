import { conflict } from '@assay/foundation';
import { settledUntil } from '#shared/risk/index.ts';

/** The last day that can have an attestation. */
export const lastSettledDay = (now: Date): string =>
  new Date(settledUntil(now).getTime() - 1).toISOString().slice(0, 10);

/** For a day that cannot have an attestation yet. */
export function refuseUnsettled(date: string, now: Date): void {
  if (Date.parse(date) >= settledUntil(now).getTime())
    throw conflict('not_attested_yet', `The day ${date} is attested between 01:00 and 02:00 UTC of the next day.`);
}
