import { useRecord } from '../api/records.ts';
import { dayOf, useZone } from '../parts/time.tsx';
import { useActorName } from './actor.tsx';
import type { AppliedOverride } from './decided-by.ts';

interface OverrideState {
  id: string;
  decision: string;
  expiresAt: string;
}

/** The override of a state, with the person who made it once its record has been read. */
export function useAppliedOverride(override: OverrideState | null | undefined): AppliedOverride | undefined {
  const nameOf = useActorName();
  const zone = useZone();
  const { data: record } = useRecord('overrides', override?.id);
  if (!override) return undefined;
  return {
    decision: override.decision,
    until: dayOf(override.expiresAt, zone),
    by: record && nameOf(record.data.createdBy),
    reason: record?.data.reason,
  };
}
