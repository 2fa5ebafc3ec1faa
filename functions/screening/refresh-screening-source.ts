import { endpoint } from '#shared/endpoint.ts';
import { conflict } from '#shared/platform/problem.ts';
import { hint } from '#shared/platform/queue.ts';
import { hasAddress } from '#shared/screening/lists/list-files.ts';
import { readListState } from '#shared/screening/repository/list-states.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { presentSource } from '#shared/screening/source.ts';
import { requireListKey } from '#shared/screening/use-cases/require-list-key.ts';
import { requireListOperator } from '#shared/screening/use-cases/require-list-operator.ts';

/** Asks for a list to be fetched now. The schedule comes by anyway, so a lost message costs only time. */
export const handler = endpoint(
  screeningRoutes.refreshScreeningSource,
  async ({ store, now, caller }, { params, body }) => {
    requireListOperator(caller);
    const key = requireListKey(params.key);
    const upload = body.upload ? { key, ...body.upload } : undefined;
    if (!upload && !hasAddress(key))
      throw conflict('no_address', 'Nobody has said where this list is published.');
    const state = await readListState(store, key);
    return {
      writes: [],
      events: [],
      result: presentSource(key, state, now),
      hints: [hint('listRefreshes', { key, ...(upload && { upload }) })],
    };
  },
);
