import { templateEvent } from '#shared/documents/events.ts';
import { assertRevision, markdownOf, readTemplate, replaceTemplate } from '#shared/documents/repository/templates.ts';
import { templateRoutes } from '#shared/documents/routes/templates.ts';
import { assertTemplate } from '#shared/documents/use-cases/assert-template.ts';
import { endpoint } from '#shared/endpoint.ts';

/** Creates the next revision of a template. Documents of earlier revisions do not change. */
export const handler = endpoint(templateRoutes.updateTemplate, async (context, { params, body }) => {
  const before = markdownOf(await readTemplate(context, params.id));
  assertRevision(before, body.revision);
  const { name = before.name, description = before.description } = body;
  const { source, sampleData, pageSize = before.pageSize } = body;
  const { language = before.language } = body;
  const { sourceHash, signerRoles, fields } = await assertTemplate({
    source,
    sampleData,
    pageSize,
    language,
    name,
  });
  const after = {
    ...before,
    name,
    description,
    source,
    sampleData,
    pageSize,
    language,
    sourceHash,
    signerRoles,
    fields,
    revision: before.revision + 1,
    updatedAt: context.now.toISOString(),
  };
  return {
    writes: [replaceTemplate(context.caller, before, after)],
    events: [templateEvent('template.updated', after)],
    result: after,
  };
});
