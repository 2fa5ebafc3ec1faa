import { templateEvent } from '#shared/documents/events.ts';
import {
  assertRevision,
  readRevision,
  readStoredTemplate,
  reviseTemplate,
} from '#shared/documents/repository/templates.ts';
import { templateRoutes } from '#shared/documents/routes/templates.ts';
import { nextRevision } from '#shared/documents/use-cases/next-revision.ts';
import { restoredContent } from '#shared/documents/use-cases/restored-content.ts';
import { endpoint } from '#shared/endpoint.ts';

/** Creates a new revision with the content of an earlier one. No revision is removed. */
export const handler = endpoint(templateRoutes.restoreTemplateRevision, async (context, { params, body }) => {
  const stored = await readStoredTemplate(context, params.id);
  const { template } = stored;
  assertRevision(template, body.revision);
  const wanted = await readRevision(context, stored, Number(params.revision));
  const after = {
    ...template,
    ...(await restoredContent(context.caller, template, wanted)),
    ...nextRevision(context, template, wanted.revision),
  };
  return {
    writes: reviseTemplate(context.caller, stored, after),
    events: [templateEvent('template.updated', after)],
    result: after,
  };
});
