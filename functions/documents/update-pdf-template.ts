import { templateEvent } from '#shared/documents/events.ts';
import { fileKey, readFile } from '#shared/documents/repository/files.ts';
import { assertRevision, pdfOf, readStoredTemplate, reviseTemplate } from '#shared/documents/repository/templates.ts';
import { templateRoutes } from '#shared/documents/routes/templates.ts';
import { nextRevision } from '#shared/documents/use-cases/next-revision.ts';
import { pdfTemplateFields } from '#shared/documents/use-cases/pdf-template.ts';
import { endpoint } from '#shared/endpoint.ts';

/** Creates the next revision of a PDF template: other fields on the same file. */
export const handler = endpoint(templateRoutes.updatePdfTemplate, async (context, { params, body }) => {
  const stored = await readStoredTemplate(context, params.id);
  const before = pdfOf(stored.template);
  assertRevision(before, body.revision);

  const { name = before.name, description = before.description } = body;
  const content = await readFile(fileKey(context.caller, before.id, before.sourceHash, 'pdf'));
  const after = {
    ...before,
    name,
    description,
    ...(await pdfTemplateFields(content, before.pages, body.fields)),
    ...nextRevision(context, before),
  };
  return {
    writes: reviseTemplate(context.caller, stored, after),
    events: [templateEvent('template.updated', after)],
    result: after,
  };
});
