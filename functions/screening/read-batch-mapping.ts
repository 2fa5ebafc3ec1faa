import { endpoint } from '#shared/endpoint.ts';
import { readMapping } from '#shared/screening/repository/batch-mappings.ts';
import { batchMappingRoutes } from '#shared/screening/routes/batch-mappings.ts';

export const handler = endpoint(batchMappingRoutes.readBatchMapping, async ({ store, caller }, { params }) => {
  const { mapping } = await readMapping(store, caller, params.name);
  return mapping;
});
