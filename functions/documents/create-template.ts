import { templateEvent } from '#shared/documents/events.ts';
import { createTemplate } from '#shared/documents/repository/templates.ts';
import { templateRoutes } from '#shared/documents/routes/templates.ts';
import { assertTemplate } from '#shared/documents/use-cases/assert-template.ts';
import { endpoint } from '#shared/endpoint.ts';
import { principalOf } from '#shared/platform/caller.ts';

/** Stores a source after checking that it can be printed. */
export const handler = endpoint(templateRoutes.createTemplate, async (context, { body }) => {
  const { sourceHash, signerRoles, fields } = await assertTemplate(context.caller, body);
  const createdAt = context.now.toISOString();
  const template = {
    id: context.newId(),
    kind: 'markdown' as const,
    pages: null,
    hasForm: false,
    ...body,
    images: body.images ?? {},
    description: body.description ?? null,
    language: body.language ?? null,
    revision: 1,
    sourceHash,
    signerRoles,
    fields,
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
