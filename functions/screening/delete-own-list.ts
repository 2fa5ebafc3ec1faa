import { endpoint } from '#shared/endpoint.ts';
import { listRoutes } from '#shared/screening/routes/lists.ts';
import { deleteOwnList } from '#shared/screening/use-cases/delete-own-list.ts';

export const handler = endpoint(listRoutes.deleteOwnList, (context, { params }) => deleteOwnList(context, params.key));
