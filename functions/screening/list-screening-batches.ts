import { endpoint } from '#shared/endpoint.ts';
import { listBatches } from '#shared/screening/repository/batches.ts';
import { batchRoutes } from '#shared/screening/routes/batches.ts';
import { presentBatches } from '#shared/screening/uploaded/present.ts';

export const handler = endpoint(
  batchRoutes.listScreeningBatches,
  async ({ store, caller, now }, { query: { offset } }) => {
    const { items, ...page } = await listBatches(store, caller, offset);
    const shown = await presentBatches(store, caller, items, now);
    return { ...page, items: shown.map(({ runs: _, ...batch }) => batch) };
  },
);
