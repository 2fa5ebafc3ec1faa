import { readFile } from 'node:fs/promises';
import { CONTENT_TYPES, contentTypeOf, OTHER_CONTENT_TYPE } from '#shared/platform/http/content-types.ts';
import { HSTS } from '#shared/platform/http/hsts.ts';
import { RawBody } from '#shared/platform/http/response.ts';
import { publicEndpoint } from '#shared/public-endpoint.ts';
import { docsStartScript } from '#shared/service/docs-start-script.ts';
import { serviceRoutes } from '#shared/service/routes.ts';

const SHORTLY = 'public, max-age=300';
/** Swagger UI changes only with a release, and an older version can show a newer document. */
const FOR_A_DAY = 'public, max-age=86400';

/** The files of Swagger UI are stored gzipped beside the function's bundle; browsers decompress them. */
export const handler = publicEndpoint(serviceRoutes.readDocsFile, async ({ params: { file } }) => {
  if (file === 'start.js') return new RawBody(CONTENT_TYPES.js, docsStartScript, headers(SHORTLY));

  const content = await readFile(new URL(`./${file}.gz`, import.meta.url));
  return new RawBody(contentTypeOf(file) ?? OTHER_CONTENT_TYPE, content, {
    ...headers(FOR_A_DAY),
    'content-encoding': 'gzip',
  });
});

const headers = (caching: string) => ({
  ...HSTS,
  'cache-control': caching,
});
