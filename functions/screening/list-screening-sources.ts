import { endpoint } from '#shared/endpoint.ts';
import { readListStates } from '#shared/screening/repository/list-states.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { presentSource } from '#shared/screening/source.ts';

export const handler = endpoint(screeningRoutes.listScreeningSources, async ({ store, now }) => {
  const states = await readListStates(store);
  return { items: [...states].map(([key, state]) => presentSource(key, state, now)) };
});
