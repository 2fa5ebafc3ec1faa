import { pdfBody } from '#shared/documents/pdf-body.ts';
import { templateRoutes } from '#shared/documents/routes/templates.ts';
import { assertTemplate } from '#shared/documents/use-cases/assert-template.ts';
import { readOnlyEndpoint } from '#shared/endpoint.ts';

/** Runs the checks of saving the template, and returns the PDF of its example data. */
export const handler = readOnlyEndpoint(templateRoutes.previewTemplate, async ({ caller }, { body }) => {
  const { pdf } = await assertTemplate(caller, { ...body, name: 'Preview' });
  return pdfBody(pdf);
});
