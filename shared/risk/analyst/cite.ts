import type { Finding } from './finding.ts';
import { CITATIONS_PER_FINDING } from './limits.ts';
import type { Snapshot } from './snapshot.ts';

/** A rule of the analyst: reads a snapshot and returns its findings. */
export type AnalystRule = (snapshot: Snapshot) => Finding[];

/** Builds a finding with sorted citations, so that the order of the records does not matter. */
export function cite(
  finding: Pick<Finding, 'key' | 'statement' | 'confidence'>,
  { evidence = [], events = [] }: { evidence?: readonly Cited[]; events?: readonly Cited[] },
): Finding[] {
  const [evidenceIds, eventIds] = [idsOf(evidence), idsOf(events)];
  // A finding must cite at least one record of the snapshot.
  if (evidenceIds.length + eventIds.length === 0) return [];
  const { key, statement, confidence } = finding;
  return [{ key, statement, evidenceIds, eventIds, confidence }];
}

interface Cited {
  id: string;
}

const idsOf = (cited: readonly Cited[]) =>
  [...new Set(cited.map(({ id }) => id))].sort().slice(0, CITATIONS_PER_FINDING);

/** Events about these records. */
export const eventsAbout = ({ events }: Snapshot, ...recordIds: string[]) =>
  events.filter(({ resourceId }) => recordIds.includes(resourceId));

export const isPast = (instant: string | null, { takenAt }: Snapshot) => instant !== null && instant <= takenAt;

export const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
