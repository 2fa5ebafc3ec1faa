import { conflict, refused, unauthenticated } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import {
  checkNotErased,
  checkNotHeld,
  DELETION_DELAY_SECONDS,
  type Deletion,
  deletionFrom,
  deletionRead,
  legalHoldRead,
  requestDeletion,
} from '#shared/identity/index.ts';
import { deletionEvent } from '#shared/organization/events.ts';
import { deletionSetting, needsTwoForDeletion } from '#shared/organization/needs-two-for-deletion.ts';
import { acceptChange } from '#shared/organization/organization-proposals.ts';
import { presentDeletion } from '#shared/organization/organization-record.ts';
import { organizationRoutes } from '#shared/organization/routes.ts';
import { principalOf } from '#shared/platform/caller.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import { measure } from '#shared/platform/log.ts';

/** Schedules the erasure. Credentials and data are unaffected until a worker begins it. */
export const handler = endpoint(
  organizationRoutes.deleteOrganization,
  async (context, { body: { confirm, reason, proposalId } }) => {
    const { store, caller, now } = context;
    const { organizationId } = caller;
    if (confirm.toLowerCase() !== organizationId)
      throw refused(
        'confirmation_mismatch',
        '`confirm` is not the id of this organization. Send the `id` that `GET /organization` returns.',
      );

    const [deletionRow, holdRow] = await store.getMany([deletionRead(organizationId), legalHoldRead(organizationId)]);
    const standing = deletionFrom(deletionRow);
    if (standing) return { writes: [], events: [], result: presentDeletion(standing) };
    if (holdRow)
      throw conflict(
        'legal_hold',
        'The organization is under a legal hold. An owner has to release it with `PUT /organization/legal-hold` first.',
      );

    if (deletionSetting() === 'off')
      throw conflict(
        'deletion_switched_off',
        'This installation does not allow requests to delete organizations (`organizationDeletion=off`). Ask its operator.',
      );
    const { accepted, writes, details } = await acceptChange(
      context,
      { kind: 'deletion' },
      { proposalId, isRequired: await needsTwoForDeletion(store, organizationId) },
    );
    const deletion: Deletion = {
      organizationId,
      requestedAt: now.toISOString(),
      requestedBy: principalOf(caller),
      ...(accepted && { proposedBy: accepted.proposedBy }),
      erasesAt: addSeconds(now, DELETION_DELAY_SECONDS).toISOString(),
    };
    return {
      writes: [
        requestDeletion(deletion),
        checkNotHeld(organizationId),
        // The erasure may have begun since the token was checked; then this request is refused like any
        // later one.
        { ...checkNotErased(organizationId), otherwise: unauthenticated },
        ...writes,
      ],
      events: [deletionEvent('organization.deletion.requested', deletion, { reason, details })],
      historyMode: 'both' as const,
      result: presentDeletion(deletion),
      // Raises an alarm: the operator may have to keep the records.
      hints: [async () => measure('DeletionsRequested', 1)],
    };
  },
);
