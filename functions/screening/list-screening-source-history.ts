import { endpoint } from '#shared/endpoint.ts';
import { presentListEvent } from '#shared/screening/list-history.ts';
import { listListEvents } from '#shared/screening/repository/list-history.ts';
import { listRoutes } from '#shared/screening/routes/lists.ts';
import { isOperatorOf } from '#shared/screening/use-cases/list-operators.ts';
import { requireList } from '#shared/screening/use-cases/require-list.ts';

export const handler = endpoint(
  listRoutes.listScreeningSourceHistory,
  async (context, { params, query: { offset, limit, days } }) => {
    const { store, now, caller } = context;
    const { id } = await requireList(context, params.key);
    const { items, nextOffset } = await listListEvents(store, id, { offset, limit, days, now });
    const isOperator = isOperatorOf(caller, params.key);
    return { items: items.map((event) => presentListEvent(event, isOperator)), nextOffset };
  },
);
