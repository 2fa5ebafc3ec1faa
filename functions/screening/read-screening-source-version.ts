import { notFound } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { readDelta } from '#shared/screening/repository/list-indexes.ts';
import { readListState } from '#shared/screening/repository/list-states.ts';
import { listRoutes } from '#shared/screening/routes/lists.ts';
import { presentVersion } from '#shared/screening/source.ts';
import { isListOperator } from '#shared/screening/use-cases/list-operators.ts';
import { requireListKey } from '#shared/screening/use-cases/require-list-key.ts';

export const handler = endpoint(
  listRoutes.readScreeningSourceVersion,
  async ({ store, caller }, { params: { key: name, versionId } }) => {
    const key = requireListKey(name);
    const state = await readListState(store, key);
    const stored = [...(state.active ? [state.active] : []), ...state.previous, ...state.held];
    const version = stored.find((one) => one.versionId === versionId);
    if (!version) throw notFound('list version');
    const entries = await readDelta(key, versionId);
    return presentVersion(state, version, { entries, isOperator: isListOperator(caller) });
  },
);
