import { conflict, forbidden } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { settingsEvent } from '#shared/organization/events.ts';
import { organizationRoutes } from '#shared/organization/routes.ts';
import {
  BUILT_IN_REASONS,
  changedSettings,
  mergedSettings,
  putSettings,
  readCurrentSettings,
} from '#shared/organization/settings/index.ts';
import { CONTROLS } from '#shared/organization/settings-proposal.ts';
import { acceptWeakening } from '#shared/organization/use-cases/accept-weakening.ts';
import { principalOf } from '#shared/platform/caller.ts';

/**
 * Changes the settings that the body has. Admins may change everything but the controls, and
 * switching a two-person rule off takes two people.
 */
export const handler = endpoint(
  organizationRoutes.updateSettings,
  async (context, { body: { expectedRevision, proposalId, reason, ...update } }) => {
    const { store, caller, now } = context;
    const { organizationId, role } = caller;
    const before = await readCurrentSettings(store, organizationId);
    if (expectedRevision !== before.revision)
      throw conflict(
        'stale_revision',
        `The settings are at revision ${before.revision}. Read them, merge your change, and retry.`,
        { revision: before.revision },
      );
    const stored = {
      ...mergedSettings(before, update),
      revision: before.revision + 1,
      updatedAt: now.toISOString(),
      updatedBy: principalOf(caller),
    };
    const after = { ...stored, reasons: stored.reasons ?? BUILT_IN_REASONS };
    const changed = changedSettings(before, after);
    const isOfRules = changed.some((name) => CONTROLS.includes(name));
    if ((isOfRules || proposalId) && role !== 'owner')
      throw forbidden('Only an owner can change `fourEyes`, `highestReviewScore` and `linksByEmailOnly`.');
    const acceptance = await acceptWeakening(context, { before, after, changed, proposalId });
    return {
      writes: [putSettings(organizationId, before, stored), ...acceptance.writes],
      events: [settingsEvent(organizationId, { before, after, changed, reason, accepted: acceptance.accepted })],
      historyMode: 'both' as const,
      result: after,
    };
  },
);
