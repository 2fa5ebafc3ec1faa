import { unauthenticated } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import {
  checkNoDeletion,
  checkNotErased,
  deletionFrom,
  deletionRead,
  type LegalHold,
  legalHoldFrom,
  legalHoldRead,
  placeLegalHold,
  releaseLegalHold,
  revokeDeletion,
} from '#shared/identity/index.ts';
import { deletionEvent, legalHoldEvent } from '#shared/organization/events.ts';
import { needsTwoForDeletion } from '#shared/organization/needs-two-for-deletion.ts';
import { acceptChange } from '#shared/organization/organization-proposals.ts';
import { presentOrganization } from '#shared/organization/organization-record.ts';
import { organizationRoutes } from '#shared/organization/routes.ts';
import { principalOf } from '#shared/platform/caller.ts';

/**
 * Places or releases the legal hold. One owner places it, which also revokes a requested deletion: otherwise the release
 * would begin an erasure. Releasing it takes as many people as deleting the organization.
 */
export const handler = endpoint(
  organizationRoutes.setLegalHold,
  async (context, { body: { held, reason, proposalId } }) => {
    const { store, caller, now } = context;
    const { organizationId } = caller;
    const [holdRow, deletionRow] = await store.getMany([legalHoldRead(organizationId), deletionRead(organizationId)]);
    const standing = legalHoldFrom(holdRow);
    const deletion = deletionFrom(deletionRow);
    if (held === Boolean(standing))
      return { writes: [], events: [], result: presentOrganization(organizationId, { deletion, hold: standing }) };

    if (standing) {
      const isRequired = await needsTwoForDeletion(store, organizationId);
      const { writes, details } = await acceptChange(
        context,
        { kind: 'legal_hold_release' },
        { proposalId, isRequired },
      );
      return {
        writes: [releaseLegalHold(organizationId, standing), ...writes],
        events: [legalHoldEvent('released', organizationId, { reason, details })],
        historyMode: 'both' as const,
        result: presentOrganization(organizationId, { deletion, hold: undefined }),
      };
    }

    const hold: LegalHold = { placedAt: now.toISOString(), placedBy: principalOf(caller), reason };
    return {
      writes: [
        placeLegalHold(organizationId, hold),
        deletion ? revokeDeletion(deletion) : checkNoDeletion(organizationId),
        // The erasure may have begun since the token was checked.
        { ...checkNotErased(organizationId), otherwise: unauthenticated },
      ],
      events: [
        legalHoldEvent('placed', organizationId, { reason }),
        ...(deletion ? [deletionEvent('organization.deletion.revoked', deletion, { reason })] : []),
      ],
      historyMode: 'both' as const,
      result: presentOrganization(organizationId, { deletion: undefined, hold }),
    };
  },
);
