import { templateEvent } from '#shared/documents/events.ts';
import { readStoredTemplate, removeTemplate } from '#shared/documents/repository/templates.ts';
import { templateRoutes } from '#shared/documents/routes/templates.ts';
import { endpoint } from '#shared/endpoint.ts';

/** Deletes a template. Documents keep their own copies. */
export const handler = endpoint(templateRoutes.deleteTemplate, async (context, { params }) => {
  const stored = await readStoredTemplate(context, params.id);
  return {
    writes: removeTemplate(context.caller, stored),
    events: [templateEvent('template.deleted', stored.template)],
    result: undefined,
  };
});
