import {
  changedSettings,
  mergedSettings,
  putSettings,
  readCurrentSettings,
  type ScreeningMemory,
} from '#shared/organization/settings/index.ts';
import { principalOf } from '#shared/platform/caller.ts';
import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { settingsEvent } from '../events.ts';
import { acceptWeakening } from './accept-weakening.ts';

interface Asked extends ScreeningMemory {
  proposalId?: string | null | undefined;
  reason?: string | null | undefined;
}

/**
 * Whether screening remembers decisions on matches, and for how long. To remember more is a weakening while decisions take two
 * people: a match that nobody looks at is decided by one decision of the past.
 */
export async function rememberScreeningDecisions(
  context: Context,
  { rememberDecisions, expiresAfterDays, proposalId, reason }: Asked,
): Promise<Change<ScreeningMemory>> {
  const { store, caller, now } = context;
  const { organizationId } = caller;
  const before = await readCurrentSettings(store, organizationId);
  const screening = { rememberDecisions, expiresAfterDays };
  const after = {
    ...before,
    screening,
    revision: before.revision + 1,
    updatedAt: now.toISOString(),
    updatedBy: principalOf(caller),
  };
  const changed = changedSettings(before, after);
  if (changed.length === 0 && !proposalId) return { writes: [], events: [], result: screening };
  const acceptance = await acceptWeakening(context, { before, after, changed, proposalId });
  const stored = { ...after, reasons: mergedSettings(before, {}).reasons };
  return {
    writes: [putSettings(organizationId, before, stored), ...acceptance.writes],
    events: [settingsEvent(organizationId, { before, after, changed, reason, accepted: acceptance.accepted })],
    historyMode: 'both',
    result: screening,
  };
}
