import { templateEvent } from '#shared/documents/events.ts';
import { readStoredTemplate, replaceTemplate } from '#shared/documents/repository/templates.ts';
import { templateRoutes } from '#shared/documents/routes/templates.ts';
import { endpoint } from '#shared/endpoint.ts';

/** Name and description can change without a new revision, which counts changes of the source. */
export const handler = endpoint(templateRoutes.changeTemplate, async (context, { params, body }) => {
  const stored = await readStoredTemplate(context, params.id);
  const before = stored.template;
  const { name = before.name, description = before.description } = body;
  const after = { ...before, name, description, updatedAt: context.now.toISOString() };
  return {
    writes: [replaceTemplate(context.caller, stored, after)],
    events: [templateEvent('template.renamed', after)],
    result: after,
  };
});
