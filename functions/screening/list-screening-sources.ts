import { endpoint } from '#shared/endpoint.ts';
import { readListStates } from '#shared/screening/repository/list-states.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { presentSource } from '#shared/screening/source.ts';
import { isListOperator } from '#shared/screening/use-cases/list-operators.ts';

export const handler = endpoint(
  screeningRoutes.listScreeningSources,
  async ({ store, now, caller }, { query: { days } }) => {
    const states = await readListStates(store);
    const view = { now, isOperator: isListOperator(caller), days };
    return { items: [...states].map(([key, state]) => presentSource(key, state, view)) };
  },
);
