import { templateEvent } from '#shared/documents/events.ts';
import { keepFile } from '#shared/documents/repository/files.ts';
import { createTemplate } from '#shared/documents/repository/templates.ts';
import { templateRoutes } from '#shared/documents/routes/templates.ts';
import { findFile } from '#shared/documents/use-cases/find-file.ts';
import { assertPdfTemplate } from '#shared/documents/use-cases/pdf-template.ts';
import { endpoint } from '#shared/endpoint.ts';
import { principalOf } from '#shared/platform/caller.ts';

/** Stores a PDF with the fields that every document created from it gets. */
export const handler = endpoint(templateRoutes.createPdfTemplate, async (context, { body }) => {
  const { description = null } = body;
  const { name, content } = await findFile(context, body);
  const checked = await assertPdfTemplate(content, body.fields);
  const { pages, hasForm, fields, signerRoles } = checked;
  const id = context.newId();
  const { sha256 } = await keepFile(context.caller, id, checked.pdf, 'pdf');
  const createdAt = context.now.toISOString();
  const template = {
    id,
    kind: 'pdf' as const,
    name,
    description,
    pageSize: null,
    language: null,
    source: null,
    sampleData: {},
    images: {},
    pages,
    hasForm,
    fields,
    signerRoles,
    revision: 1,
    sourceHash: sha256,
    createdAt,
    updatedAt: createdAt,
    revisedAt: createdAt,
    revisedBy: principalOf(context.caller),
  };
  return {
    writes: [createTemplate(context.caller, template)],
    events: [templateEvent('template.created', template)],
    result: template,
  };
});
