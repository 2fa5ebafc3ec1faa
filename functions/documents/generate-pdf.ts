import { pdfBody } from '#shared/documents/pdf-body.ts';
import { markdownOf, readTemplateAt } from '#shared/documents/repository/templates.ts';
import { templateRoutes } from '#shared/documents/routes/templates.ts';
import { printTemplate } from '#shared/documents/use-cases/print-template.ts';
import { readOnlyEndpoint } from '#shared/endpoint.ts';

/** Generates a PDF from a template and data without storing anything. */
export const handler = readOnlyEndpoint(templateRoutes.generatePdf, async (context, { params, body }) => {
  const template = markdownOf(await readTemplateAt(context, params.id, body.revision));
  const { pdf } = await printTemplate(context.caller, template, body.templateData);
  return pdfBody(pdf);
});
