import { notFound } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { readDelta } from '#shared/screening/repository/list-indexes.ts';
import { listRoutes } from '#shared/screening/routes/lists.ts';
import { presentVersion } from '#shared/screening/source.ts';
import { isOperatorOf } from '#shared/screening/use-cases/list-operators.ts';
import { requireList } from '#shared/screening/use-cases/require-list.ts';

export const handler = endpoint(
  listRoutes.readScreeningSourceVersion,
  async (context, { params: { key, versionId } }) => {
    const { id, state } = await requireList(context, key);
    const stored = [...(state.active ? [state.active] : []), ...state.previous, ...state.held];
    const version = stored.find((one) => one.versionId === versionId);
    if (!version) throw notFound('list version');
    const entries = await readDelta(id, versionId);
    return presentVersion(state, version, { entries, isOperator: isOperatorOf(context.caller, key) });
  },
);
