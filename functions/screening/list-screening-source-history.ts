import { endpoint } from '#shared/endpoint.ts';
import { presentListEvent } from '#shared/screening/list-history.ts';
import { listListEvents } from '#shared/screening/repository/list-history.ts';
import { listRoutes } from '#shared/screening/routes/lists.ts';
import { isListOperator } from '#shared/screening/use-cases/list-operators.ts';
import { requireListKey } from '#shared/screening/use-cases/require-list-key.ts';

export const handler = endpoint(
  listRoutes.listScreeningSourceHistory,
  async ({ store, now, caller }, { params, query: { offset, limit, days } }) => {
    const key = requireListKey(params.key);
    const { items, nextOffset } = await listListEvents(store, key, { offset, limit, days, now });
    const isOperator = isListOperator(caller);
    return { items: items.map((event) => presentListEvent(event, isOperator)), nextOffset };
  },
);
