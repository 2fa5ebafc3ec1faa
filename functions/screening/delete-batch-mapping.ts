import { endpoint } from '#shared/endpoint.ts';
import { batchMappingEvent } from '#shared/screening/events.ts';
import { readMapping, removeMapping } from '#shared/screening/repository/batch-mappings.ts';
import { batchMappingRoutes } from '#shared/screening/routes/batch-mappings.ts';

export const handler = endpoint(batchMappingRoutes.deleteBatchMapping, async ({ store, caller }, { params }) => {
  const stored = await readMapping(store, caller, params.name);
  return {
    writes: await removeMapping(store, caller, stored),
    events: [batchMappingEvent('deleted', stored.mapping)],
    result: undefined,
  };
});
