import { presentDocument } from '#shared/documents/document.ts';
import { readTemplatesAt } from '#shared/documents/repository/templates.ts';
import { templateRoutes } from '#shared/documents/routes/templates.ts';
import { assertSigners, draftFromBundle } from '#shared/documents/use-cases/draft-from-template.ts';
import { layoutOf, partsOf, rolesOf } from '#shared/documents/use-cases/render-bundle.ts';
import { assertWorkflows } from '#shared/documents/use-cases/workflow-check.ts';
import { endpoint } from '#shared/endpoint.ts';

/** Creates a draft from several templates, printed as one document. */
export const handler = endpoint(templateRoutes.createBundle, async (context, { body }) => {
  const templates = await readTemplatesAt(context, body.templates);
  layoutOf(templates);
  assertSigners({ signerRoles: rolesOf(templates) }, body.signers);
  await assertWorkflows(context, [...Object.values(body.signers), ...(body.others ?? [])]);
  const { document, writes, events } = await draftFromBundle(context, partsOf(templates, body.templates), body);
  return { writes, events, result: presentDocument(document, context.now) };
});
