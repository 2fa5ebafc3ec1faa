import { endpoint } from '#shared/endpoint.ts';
import { markErased, openJob } from '#shared/identity/erasure.ts';
import { organizationRoutes } from '#shared/organization/routes.ts';
import { hint } from '#shared/platform/queue.ts';

/** Ends an organization: its tokens are refused from now on, its data is erased by a worker. */
export const handler = endpoint(
  organizationRoutes.deleteOrganization,
  async ({ caller: { organizationId }, now }) => {
    const requestedAt = now.toISOString();
    return {
      writes: [markErased(organizationId, now), openJob({ organizationId, requestedAt })],
      events: [], // there is no history left to keep it in
      hints: [hint('erasures', { organizationId })],
      result: { status: 'erasing' as const, requestedAt },
    };
  },
);
