import { conflict } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { deletionFrom, deletionRead, erasureRead, revokeDeletion } from '#shared/identity/index.ts';
import { deletionEvent } from '#shared/organization/events.ts';
import { presentOrganization } from '#shared/organization/organization-record.ts';
import { organizationRoutes } from '#shared/organization/routes.ts';

/** Revokes a requested deletion. If a worker begins the erasure concurrently, the use case runs again. */
export const handler = endpoint(
  organizationRoutes.revokeDeletion,
  async ({ store, caller: { organizationId } }, { body }) => {
    const [row, erasure] = await store.getMany([deletionRead(organizationId), erasureRead(organizationId)]);
    const deletion = deletionFrom(row);
    if (erasure) throw conflict('erasure_begun', 'The erasure has begun. The deletion cannot be revoked.');
    if (!deletion) throw conflict('no_deletion_requested', 'No deletion of this organization is requested.');

    // A legal hold revokes the deletion, so there is none.
    return {
      writes: [revokeDeletion(deletion)],
      events: [deletionEvent('organization.deletion.revoked', deletion, { reason: body?.reason })],
      historyMode: 'both' as const,
      result: presentOrganization(organizationId, { deletion: undefined, hold: undefined }),
    };
  },
);
