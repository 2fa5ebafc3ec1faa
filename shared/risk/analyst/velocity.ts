import { type AnalystRule, cite } from './cite.ts';
import { ACTIVITY_BURST, BURST_MS, EVIDENCE_BURST } from './limits.ts';
import type { SnapshotEvent } from './snapshot.ts';

/** Reports bursts: many activities of one type, or many evidence submissions, within an hour. */
export const velocity: AnalystRule = ({ events }) => {
  const activities = events.flatMap(({ id, activity }) =>
    activity ? [{ id, at: activity.occurredAt, kind: activity.activityType }] : [],
  );
  const bursts = [...Map.groupBy(activities, ({ kind }) => kind)].flatMap(([kind, ofKind]) => {
    const burst = densestHour(ofKind);
    if (burst.length < ACTIVITY_BURST) return [];
    const statement = `${burst.length} activities ${kind} happened within an hour, from ${burst[0]?.at}.`;
    return cite({ key: `activity_burst:${kind}`, statement, confidence: 'medium' }, { events: burst });
  });
  return [...bursts, ...evidenceBurst(events)];
};

/** Receipts of one submission count once, because a batch is not a burst. */
function evidenceBurst(events: readonly SnapshotEvent[]) {
  const recorded = events
    .filter(({ type }) => type === 'risk.evidence.recorded')
    .map(({ id, occurredAt }) => ({ id, at: occurredAt }));
  const moments = [...Map.groupBy(recorded, ({ at }) => at)].map(([at, together]) => ({
    id: together.map(({ id }) => id).sort()[0] ?? '',
    at,
  }));
  const burst = densestHour(moments);
  if (burst.length < EVIDENCE_BURST) return [];
  const statement = `Evidence arrived ${burst.length} times within an hour, from ${burst[0]?.at}.`;
  return cite({ key: 'evidence_burst', statement, confidence: 'medium' }, { events: burst });
}

interface Moment {
  id: string;
  at: string;
}

/** The largest group within one hour (sliding window), and the first of equal size. */
function densestHour<M extends Moment>(moments: readonly M[]): M[] {
  const ordered = moments.toSorted((a, b) => compare(a.at, b.at) || compare(a.id, b.id));
  let densest: M[] = [];
  let first = 0;
  for (const [last, { at }] of ordered.entries()) {
    while (Date.parse(at) - Date.parse(ordered[first]?.at ?? at) > BURST_MS) first += 1;
    if (last + 1 - first > densest.length) densest = ordered.slice(first, last + 1);
  }
  return densest;
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
