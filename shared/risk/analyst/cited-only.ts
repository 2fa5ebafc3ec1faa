import type { Finding } from './finding.ts';
import type { Snapshot } from './snapshot.ts';

/** Whether every finding has citations, and all of them are records of the snapshot. */
export function citedOnly(snapshot: Snapshot, findings: readonly Finding[]): boolean {
  const { receipts, assessments, events } = snapshot;
  // Current receipts, and receipts that assessments used.
  const evidenceIds = new Set([...receipts, ...assessments.flatMap(({ evidence }) => evidence)].map(({ id }) => id));
  const eventIds = new Set(events.map(({ id }) => id));
  return findings.every(
    (finding) =>
      finding.evidenceIds.length + finding.eventIds.length > 0 &&
      finding.evidenceIds.every((id) => evidenceIds.has(id)) &&
      finding.eventIds.every((id) => eventIds.has(id)),
  );
}
