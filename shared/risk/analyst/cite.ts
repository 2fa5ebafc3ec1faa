import type { Finding } from './finding.ts';
import { CITATIONS_PER_FINDING } from './limits.ts';
import type { Snapshot } from './snapshot.ts';

/** One thing an analyst looks for. */
export type Rule = (snapshot: Snapshot) => Finding[];

/** A finding with its citations in one order, whatever order they were come upon. */
export function cite(
  finding: Pick<Finding, 'key' | 'statement' | 'confidence'>,
  { evidence = [], events = [] }: { evidence?: readonly Cited[]; events?: readonly Cited[] },
): Finding[] {
  const [evidenceIds, eventIds] = [idsOf(evidence), idsOf(events)];
  // What nothing in the snapshot bears out is not said.
  if (evidenceIds.length + eventIds.length === 0) return [];
  const { key, statement, confidence } = finding;
  return [{ key, statement, evidenceIds, eventIds, confidence }];
}

interface Cited {
  id: string;
}

const idsOf = (cited: readonly Cited[]) =>
  [...new Set(cited.map(({ id }) => id))].sort().slice(0, CITATIONS_PER_FINDING);

/** The events that tell of these records. */
export const eventsAbout = ({ events }: Snapshot, ...recordIds: string[]) =>
  events.filter(({ resourceId }) => recordIds.includes(resourceId));

export const isPast = (instant: string | null, { takenAt }: Snapshot) =>
  instant !== null && instant <= takenAt;

export const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
