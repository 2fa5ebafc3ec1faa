import { templateEvent } from '#shared/documents/events.ts';
import { readTemplate, removeTemplate } from '#shared/documents/repository/templates.ts';
import { templateRoutes } from '#shared/documents/routes/templates.ts';
import { endpoint } from '#shared/endpoint.ts';

/** Deletes a template. Documents keep their own copies. */
export const handler = endpoint(templateRoutes.deleteTemplate, async (context, { params }) => {
  const template = await readTemplate(context, params.id);
  return {
    writes: [removeTemplate(context.caller, template)],
    events: [templateEvent('template.deleted', template)],
    result: undefined,
  };
});
