import { readBuild } from '#shared/documents/page/built-files.ts';
import { pageHeaders } from '#shared/documents/page/headers.ts';
import { signingPage } from '#shared/documents/page/shell.ts';
import { pageRoutes } from '#shared/documents/routes/page.ts';
import { RawBody } from '#shared/platform/http/response.ts';
import { publicEndpoint } from '#shared/public-endpoint.ts';

const { readSigningPage } = pageRoutes;

/** The frame of the signing page. It looks nothing up, so it tells nobody which links exist. */
export const handler = publicEndpoint(
  readSigningPage,
  async () =>
    new RawBody(
      readSigningPage.contentType,
      signingPage(await readBuild(import.meta.url)),
      pageHeaders(),
    ),
);
