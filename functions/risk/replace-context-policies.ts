import { conflict } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { recordEvent } from '#shared/risk/event.ts';
import { readContext, readPins, replacePins } from '#shared/risk/repository/contexts.ts';
import { contextRoutes } from '#shared/risk/routes/contexts.ts';
import { publishedPolicies } from '#shared/risk/use-cases/published-policies.ts';

/** Replaces the pinned policy versions. This evaluates nothing. */
export const handler = endpoint(
  contextRoutes.replaceContextPolicies,
  async (context, { params, body: { expectedRevision, policyVersionIds } }) => {
    const { id: contextId } = await readContext(context, params.id);
    const before = await readPins(context.store, context.caller, contextId);

    if (expectedRevision !== before.revision)
      throw conflict('stale_revision', `The pins are at revision ${before.revision}.`);
    await publishedPolicies(context, policyVersionIds);

    const pinned = { revision: before.revision + 1, policyVersionIds };
    const after = { contextId, ...pinned };
    const about = { resource: 'contexts', id: contextId };
    return {
      writes: [replacePins(context.caller, before, after)],
      events: [recordEvent('risk.context.policies_replaced', about, { details: pinned })],
      result: after,
    };
  },
);
