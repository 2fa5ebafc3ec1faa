import { templateEvent } from '#shared/documents/events.ts';
import {
  assertRevision,
  markdownOf,
  readStoredTemplate,
  reviseTemplate,
} from '#shared/documents/repository/templates.ts';
import { templateRoutes } from '#shared/documents/routes/templates.ts';
import { assertTemplate } from '#shared/documents/use-cases/assert-template.ts';
import { nextRevision } from '#shared/documents/use-cases/next-revision.ts';
import { endpoint } from '#shared/endpoint.ts';

/** Creates the next revision of a template. Documents of earlier revisions do not change. */
export const handler = endpoint(templateRoutes.updateTemplate, async (context, { params, body }) => {
  const stored = await readStoredTemplate(context, params.id);
  const before = markdownOf(stored.template);
  assertRevision(before, body.revision);
  const { name = before.name, description = before.description } = body;
  const { source, sampleData, pageSize = before.pageSize } = body;
  const { language = before.language, images = before.images } = body;
  const { sourceHash, signerRoles, fields } = await assertTemplate(context.caller, {
    source,
    sampleData,
    images,
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
    images,
    pageSize,
    language,
    sourceHash,
    signerRoles,
    fields,
    ...nextRevision(context, before),
  };
  return {
    writes: reviseTemplate(context.caller, stored, after),
    events: [templateEvent('template.updated', after)],
    result: after,
  };
});
