import { readBuiltFile } from '#shared/documents/page/built-files.ts';
import { embedHeaders } from '#shared/documents/page/headers.ts';
import { pageRoutes } from '#shared/documents/routes/page.ts';
import { RawBody } from '#shared/platform/http/response.ts';
import { publicEndpoint } from '#shared/public-endpoint.ts';

const { readEmbedScript } = pageRoutes;

export const handler = publicEndpoint(readEmbedScript, async () => {
  const { content } = await readBuiltFile(import.meta.url, 'assay-sign.js');
  return new RawBody(readEmbedScript.contentType, content, embedHeaders());
});
