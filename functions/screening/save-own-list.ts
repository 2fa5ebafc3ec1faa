import { endpoint } from '#shared/endpoint.ts';
import { listRoutes } from '#shared/screening/routes/lists.ts';
import { saveOwnList } from '#shared/screening/use-cases/save-own-list.ts';

export const handler = endpoint(listRoutes.saveOwnList, (context, { params, body }) =>
  saveOwnList(context, params.key, body),
);
