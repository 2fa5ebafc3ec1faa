import { conflict, forbidden } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import {
  BUILT_IN_REASONS,
  changedSettings,
  putSettings,
  readCurrentSettings,
} from '#shared/identity/index.ts';
import { settingsEvent } from '#shared/organization/events.ts';
import { organizationRoutes } from '#shared/organization/routes.ts';
import { principalOf } from '#shared/platform/caller.ts';

/** Replaces the settings. Admins may change everything but the four-eyes rules. */
export const handler = endpoint(
  organizationRoutes.updateSettings,
  async ({ store, caller, now }, { body: { expectedRevision, ...update } }) => {
    const { organizationId, role } = caller;
    const before = await readCurrentSettings(store, organizationId);
    if (expectedRevision !== before.revision)
      throw conflict(
        'stale_revision',
        `The settings are at revision ${before.revision}. Read them, merge your change, and retry.`,
        { revision: before.revision },
      );
    const stored = {
      ...update,
      revision: before.revision + 1,
      updatedAt: now.toISOString(),
      updatedBy: principalOf(caller),
    };
    const after = { ...stored, reasons: stored.reasons ?? BUILT_IN_REASONS };
    const changed = changedSettings(before, after);
    if (changed.includes('fourEyes') && role !== 'owner')
      throw forbidden('Only an owner can change `fourEyes`.');
    return {
      writes: [putSettings(organizationId, before, stored)],
      events: [settingsEvent(organizationId, { before, after, changed })],
      historyMode: 'both' as const,
      result: after,
    };
  },
);
