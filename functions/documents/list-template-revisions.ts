import { entryOf, readStoredTemplate } from '#shared/documents/repository/templates.ts';
import { templateRoutes } from '#shared/documents/routes/templates.ts';
import { endpoint } from '#shared/endpoint.ts';

/** The current revision first. */
export const handler = endpoint(templateRoutes.listTemplateRevisions, async (context, { params }) => {
  const { template, history } = await readStoredTemplate(context, params.id);
  return { items: [...history, entryOf(template)].toReversed() };
});
