import { endpoint } from '#shared/endpoint.ts';
import { findWatchScope } from '#shared/screening/repository/watch-scopes.ts';
import { listWatchRows } from '#shared/screening/repository/watches.ts';
import { watchRoutes } from '#shared/screening/routes/watches.ts';
import { presentWatch } from '#shared/screening/watches/present-watch.ts';

export const handler = endpoint(watchRoutes.listScreeningWatches, async ({ store, caller }, { query }) => {
  const scope = await findWatchScope(store, caller);
  if (!scope) return { items: [], nextOffset: null };
  const { items, nextOffset } = await listWatchRows(store, caller, query.offset, query.riskSubjectId);
  return { items: items.map(({ watch }) => presentWatch(watch, scope.state)), nextOffset };
});
