import * as z from 'zod';
import { defineRoutes, get } from '#shared/platform/http/route.ts';

/** Public routes: health, OpenAPI document and documentation page. */
const Health = z
  .object({ status: z.literal('ok'), version: z.string() })
  .meta({ id: 'Health', examples: [{ status: 'ok', version: '0.1.0' }] });

export const serviceRoutes = defineRoutes('service', {
  readHealth: get('/health', 'public', Health, { summary: 'Check the service’s health' }),
  readOpenapi: get('/openapi.json', 'public', z.record(z.string(), z.unknown()), {
    summary: 'Read the OpenAPI document',
  }),
  readDocs: get('//docs', 'public', z.string(), {
    summary: 'Show the documentation',
    contentType: 'text/html; charset=utf-8',
  }),
  readDocsFile: get('//docs/{file}', 'public', z.string(), {
    summary: 'Read a file of the documentation',
    params: { file: z.enum(['swagger-ui.css', 'swagger-ui-bundle.js', 'start.js']) },
    contentType: 'text/javascript; charset=utf-8',
    otherContentTypes: ['text/css; charset=utf-8'],
  }),
});
