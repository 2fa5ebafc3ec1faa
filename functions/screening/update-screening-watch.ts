import { endpoint } from '#shared/endpoint.ts';
import { watchRoutes } from '#shared/screening/routes/watches.ts';
import { changeWatch } from '#shared/screening/watches/change-watch.ts';

export const handler = endpoint(watchRoutes.updateScreeningWatch, (context, { params, body }) =>
  changeWatch(context, params.id, body),
);
