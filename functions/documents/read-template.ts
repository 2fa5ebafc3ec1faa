import { readTemplate } from '#shared/documents/repository/templates.ts';
import { templateRoutes } from '#shared/documents/routes/templates.ts';
import { endpoint } from '#shared/endpoint.ts';

/** A template with its current source and the ids of its signer roles. */
export const handler = endpoint(templateRoutes.readTemplate, (context, { params }) => readTemplate(context, params.id));
