import { conflict } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { recordEvent } from '#shared/risk/event.ts';
import { claimName, nameOf } from '#shared/risk/repository/names.ts';
import { createRecord } from '#shared/risk/repository/records.ts';
import { contextRoutes } from '#shared/risk/routes/contexts.ts';

/** Creates a group to which subjects can be attached. */
export const handler = endpoint(contextRoutes.createContext, async (context, { body }) => {
  const { kind, externalId } = body;
  const opened = {
    id: context.newId(),
    resource: 'contexts' as const,
    data: { kind, externalId, label: body.label ?? null, createdAt: context.now.toISOString() },
  };
  const name = nameOf(kind, externalId);
  return {
    writes: [
      createRecord(context, opened, { searchable: externalId }),
      claimName(context.caller, { kind: 'contexts', name, id: opened.id }, (existingId) =>
        conflict('context_exists', `A ${kind} with this external id already exists.`, {
          existingId,
        }),
      ),
    ],
    events: [recordEvent('risk.context.created', opened)],
    result: opened,
  };
});
