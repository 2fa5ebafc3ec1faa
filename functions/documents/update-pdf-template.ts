import { templateEvent } from '#shared/documents/events.ts';
import { fileKey, readFile } from '#shared/documents/repository/files.ts';
import { assertRevision, pdfOf, readTemplate, replaceTemplate } from '#shared/documents/repository/templates.ts';
import { templateRoutes } from '#shared/documents/routes/templates.ts';
import { pdfTemplateFields } from '#shared/documents/use-cases/pdf-template.ts';
import { endpoint } from '#shared/endpoint.ts';

/** Creates the next revision of a PDF template: other fields on the same file. */
export const handler = endpoint(templateRoutes.updatePdfTemplate, async (context, { params, body }) => {
  const before = pdfOf(await readTemplate(context, params.id));
  assertRevision(before, body.revision);

  const { name = before.name, description = before.description } = body;
  const content = await readFile(fileKey(context.caller, before.id, before.sourceHash, 'pdf'));
  const after = {
    ...before,
    name,
    description,
    ...(await pdfTemplateFields(content, before.pages, body.fields)),
    revision: before.revision + 1,
    updatedAt: context.now.toISOString(),
  };
  return {
    writes: [replaceTemplate(context.caller, before, after)],
    events: [templateEvent('template.updated', after)],
    result: after,
  };
});
