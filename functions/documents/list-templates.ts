import { listTemplates } from '#shared/documents/repository/templates.ts';
import { templateRoutes } from '#shared/documents/routes/templates.ts';
import { endpoint } from '#shared/endpoint.ts';

/** Templates without their sources. */
export const handler = endpoint(templateRoutes.listTemplates, (context, { query }) => listTemplates(context, query));
