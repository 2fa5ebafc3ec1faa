import { endpoint } from '#shared/endpoint.ts';
import { watchRoutes } from '#shared/screening/routes/watches.ts';
import { createWatch } from '#shared/screening/watches/change-watch.ts';

export const handler = endpoint(watchRoutes.createScreeningWatch, (context, { body }) => createWatch(context, body));
