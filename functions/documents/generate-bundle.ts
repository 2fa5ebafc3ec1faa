import { pdfBody } from '#shared/documents/pdf-body.ts';
import { readTemplatesAt } from '#shared/documents/repository/templates.ts';
import { templateRoutes } from '#shared/documents/routes/templates.ts';
import { partsOf, renderBundle } from '#shared/documents/use-cases/render-bundle.ts';
import { readOnlyEndpoint } from '#shared/endpoint.ts';

/** Generates the PDF of several templates without storing anything. */
export const handler = readOnlyEndpoint(templateRoutes.generateBundle, async (context, { body }) => {
  const templates = await readTemplatesAt(context, body.templates);
  const [first] = templates;
  const title = first?.name ?? '';
  const { pdf } = await renderBundle(context.caller, partsOf(templates, body.templates), { title });
  return pdfBody(pdf);
});
