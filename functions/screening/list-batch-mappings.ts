import { endpoint } from '#shared/endpoint.ts';
import { listMappings } from '#shared/screening/repository/batch-mappings.ts';
import { batchMappingRoutes } from '#shared/screening/routes/batch-mappings.ts';

export const handler = endpoint(batchMappingRoutes.listBatchMappings, async ({ store, caller }) => ({
  items: await listMappings(store, caller),
}));
