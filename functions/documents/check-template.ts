import { templateRoutes } from '#shared/documents/routes/templates.ts';
import { checkTemplate } from '#shared/documents/use-cases/assert-template.ts';
import { readOnlyEndpoint } from '#shared/endpoint.ts';

/** Reads a source without printing it. */
export const handler = readOnlyEndpoint(templateRoutes.checkTemplate, async ({ caller }, { body }) =>
  checkTemplate(caller, body),
);
