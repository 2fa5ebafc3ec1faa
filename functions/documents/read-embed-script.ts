import { readBuiltFile } from '#shared/documents/page/built-files.ts';
import { embedHeaders } from '#shared/documents/page/headers.ts';
import { pageRoutes } from '#shared/documents/routes/page.ts';
import { RawBody } from '#shared/platform/http/response.ts';
import { publicEndpoint } from '#shared/public-endpoint.ts';

const { readEmbedScript } = pageRoutes;

export const handler = publicEndpoint(
  readEmbedScript,
  async () =>
    new RawBody(readEmbedScript.contentType, await readBuiltFile(import.meta.url, 'assay-sign.js'), embedHeaders()),
);
