import { notFound } from '@assay/foundation';
import { fileHeaders } from '#shared/console/headers.ts';
import { consoleRoutes } from '#shared/console/routes.ts';
import { findConsoleFile } from '#shared/console/stored-files.ts';
import { contentTypeOf } from '#shared/platform/http/content-types.ts';
import { RawBody } from '#shared/platform/http/response.ts';
import { publicEndpoint } from '#shared/public-endpoint.ts';

/** Only files of the console are gzipped beside this function and in its bucket, so no other file can be read. */
export const handler = publicEndpoint(consoleRoutes.readConsoleFile, async ({ params }) => {
  const contentType = contentTypeOf(params.file);
  const file = contentType && (await findConsoleFile(import.meta.url, params.file));
  if (!file) throw notFound('file');
  return new RawBody(contentType, file.content, { ...fileHeaders(), etag: file.etag });
});
