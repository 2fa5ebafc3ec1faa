import { presentDocument } from '#shared/documents/document.ts';
import { readTemplateAt } from '#shared/documents/repository/templates.ts';
import { templateRoutes } from '#shared/documents/routes/templates.ts';
import { assertSigners, draftFromTemplate } from '#shared/documents/use-cases/draft-from-template.ts';
import { assertWorkflows } from '#shared/documents/use-cases/workflow-check.ts';
import { endpoint } from '#shared/endpoint.ts';

/**
 * Creates a draft from a template: prints it and turns signature blocks into fields of the signers
 * with their roles. Approvers and recipients of copies are added in the same transaction.
 */
export const handler = endpoint(templateRoutes.createDocumentFromTemplate, async (context, { params, body }) => {
  const template = await readTemplateAt(context, params.id, body.revision);
  assertSigners(template, body.signers);
  await assertWorkflows(context, [...Object.values(body.signers), ...(body.others ?? [])]);
  const { document, writes, events } = await draftFromTemplate(context, template, body);
  return { writes, events, result: presentDocument(document, context.now) };
});
