import { readRevision, readStoredTemplate } from '#shared/documents/repository/templates.ts';
import { templateRoutes } from '#shared/documents/routes/templates.ts';
import { endpoint } from '#shared/endpoint.ts';

/** A revision with its source, sample data and fields. */
export const handler = endpoint(templateRoutes.readTemplateRevision, async (context, { params }) =>
  readRevision(context, await readStoredTemplate(context, params.id), Number(params.revision)),
);
