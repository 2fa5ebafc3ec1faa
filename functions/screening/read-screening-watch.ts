import { notFound } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { findWatchScope } from '#shared/screening/repository/watch-scopes.ts';
import { readWatchRow } from '#shared/screening/repository/watches.ts';
import { watchRoutes } from '#shared/screening/routes/watches.ts';
import { presentWatch } from '#shared/screening/watches/present-watch.ts';

export const handler = endpoint(watchRoutes.readScreeningWatch, async ({ store, caller }, { params }) => {
  const { watch } = await readWatchRow(store, caller, params.id);
  const scope = await findWatchScope(store, caller);
  if (!scope) throw notFound('watch');
  return presentWatch(watch, scope.state);
});
