import { verifyPage } from '@assay/signing-page';
import { readBuild } from '#shared/documents/page/built-files.ts';
import { verifyHeaders } from '#shared/documents/page/headers.ts';
import { pageRoutes } from '#shared/documents/routes/page.ts';
import { RawBody } from '#shared/platform/http/response.ts';
import { API_PREFIX } from '#shared/platform/http/route.ts';
import { publicEndpoint } from '#shared/public-endpoint.ts';

const { readVerifyPage } = pageRoutes;

export const handler = publicEndpoint(readVerifyPage, async () => {
  const assets = `${API_PREFIX}/sign/assets/${await readBuild(import.meta.url)}`;
  return new RawBody(readVerifyPage.contentType, verifyPage(assets), verifyHeaders());
});
