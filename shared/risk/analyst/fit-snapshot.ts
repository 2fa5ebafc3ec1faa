import { SNAPSHOT_BYTES } from './limits.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * Reduces a snapshot to its size limit: drops the oldest events first, then the oldest assessments,
 * then the receipts with the oldest observation, because findings are about receipts.
 */
export function fitSnapshot(snapshot: Snapshot, limitBytes: number = SNAPSHOT_BYTES): Snapshot {
  const { events, assessments, receipts, leftOut } = snapshot;
  let excess = bytesOf(snapshot) - limitBytes;
  const youngest = <T>(items: readonly T[], ageOf: (item: T) => string): T[] => {
    const byAge = items.toSorted((a, b) => compare(ageOf(a), ageOf(b)));
    let first = 0;
    for (; first < byAge.length && excess > 0; first += 1) excess -= bytesOf(byAge[first]) + SEPARATOR_BYTES;
    return byAge.slice(first);
  };

  const kept = {
    events: youngest(events, ({ id }) => id),
    assessments: youngest(assessments, ({ id }) => id),
    receipts: youngest(receipts, ({ observedAt, id }) => `${observedAt} ${id}`),
  };
  return {
    ...snapshot,
    ...kept,
    leftOut: {
      events: leftOut.events + events.length - kept.events.length,
      assessments: leftOut.assessments + assessments.length - kept.assessments.length,
      receipts: leftOut.receipts + receipts.length - kept.receipts.length,
    },
  };
}

const SEPARATOR_BYTES = 1;
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
