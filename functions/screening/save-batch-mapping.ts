import { canonicalJson } from '@assay/foundation/canonical-json';
import { endpoint } from '#shared/endpoint.ts';
import { principalOf } from '#shared/platform/caller.ts';
import { batchMappingEvent } from '#shared/screening/events.ts';
import { findMapping, saveMapping } from '#shared/screening/repository/batch-mappings.ts';
import { batchMappingRoutes } from '#shared/screening/routes/batch-mappings.ts';

export const handler = endpoint(
  batchMappingRoutes.saveBatchMapping,
  async ({ store, caller, now, newId }, { params: { name }, body: { columns } }) => {
    const before = await findMapping(store, caller, name);
    if (before && canonicalJson(before.mapping.columns) === canonicalJson(columns))
      return { writes: [], events: [], result: before.mapping };
    const mapping = {
      id: before?.mapping.id ?? newId(),
      name,
      columns,
      updatedAt: now.toISOString(),
      updatedBy: principalOf(caller),
    };
    return {
      writes: await saveMapping(store, caller, { before, mapping }),
      events: [batchMappingEvent(before ? 'changed' : 'created', mapping)],
      result: mapping,
    };
  },
);
