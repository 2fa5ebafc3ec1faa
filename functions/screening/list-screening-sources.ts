import { endpoint } from '#shared/endpoint.ts';
import { readListStates, readOwnListStates } from '#shared/screening/repository/list-states.ts';
import { listRoutes } from '#shared/screening/routes/lists.ts';
import { presentSource } from '#shared/screening/source.ts';
import { isListOperator } from '#shared/screening/use-cases/list-operators.ts';

export const handler = endpoint(
  listRoutes.listScreeningSources,
  async ({ store, now, caller }, { query: { days } }) => {
    const [shared, own] = await Promise.all([readListStates(store), readOwnListStates(store, caller)]);
    const view = { now, isOperator: isListOperator(caller), days };
    return { items: [...shared, ...own].map(([id, state]) => presentSource(id, state, view)) };
  },
);
