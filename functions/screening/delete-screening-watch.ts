import { endpoint } from '#shared/endpoint.ts';
import { watchRoutes } from '#shared/screening/routes/watches.ts';
import { deleteWatch } from '#shared/screening/watches/change-watch.ts';

export const handler = endpoint(watchRoutes.deleteScreeningWatch, (context, { params }) =>
  deleteWatch(context, params.id),
);
