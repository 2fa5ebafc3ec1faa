import { endpoint } from '#shared/endpoint.ts';
import { optionalSetting } from '#shared/platform/environment.ts';
import { conflict } from '#shared/platform/problem.ts';
import { hint } from '#shared/platform/queue.ts';
import { filesOf } from '#shared/screening/lists/list-files.ts';
import { readListState } from '#shared/screening/repository/list-states.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { presentSource } from '#shared/screening/source.ts';
import { requireListKey } from '#shared/screening/use-cases/require-list-key.ts';

/** Asks for a list to be fetched now. The schedule comes by anyway, so a lost message costs only time. */
export const handler = endpoint(
  screeningRoutes.refreshScreeningSource,
  async ({ store, now }, { params, body }) => {
    const key = requireListKey(params.key);
    const upload = body.upload ? { key, ...body.upload } : undefined;
    const hasAddress = Object.keys(filesOf(key, optionalSetting('LIST_FILES'))).length > 0;
    if (!upload && !hasAddress)
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
