import { endpoint } from '#shared/endpoint.ts';
import { watchRoutes } from '#shared/screening/routes/watches.ts';
import { askForRun } from '#shared/screening/watches/change-watch.ts';

export const handler = endpoint(watchRoutes.runScreeningWatch, (context, { params }) => askForRun(context, params.id));
