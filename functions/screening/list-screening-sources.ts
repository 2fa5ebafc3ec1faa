import { endpoint } from '#shared/endpoint.ts';
import { readListStates } from '#shared/screening/repository/list-states.ts';
import { listRoutes } from '#shared/screening/routes/lists.ts';
import { presentSource } from '#shared/screening/source.ts';
import { isListOperator } from '#shared/screening/use-cases/list-operators.ts';

export const handler = endpoint(
  listRoutes.listScreeningSources,
  async ({ store, now, caller }, { query: { days } }) => {
    const states = await readListStates(store);
    const view = { now, isOperator: isListOperator(caller), days };
    return { items: [...states].map(([key, state]) => presentSource(key, state, view)) };
  },
);
