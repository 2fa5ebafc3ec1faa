import { acceptedLanguages, preferredLanguage, signingPage } from '@assay/signing-page';
import { readBuild } from '#shared/documents/page/built-files.ts';
import { pageHeaders } from '#shared/documents/page/headers.ts';
import { pageRoutes } from '#shared/documents/routes/page.ts';
import { RawBody } from '#shared/platform/http/response.ts';
import { publicEndpoint } from '#shared/public-endpoint.ts';

const { readSigningPage } = pageRoutes;

/**
 * The HTML shell of the signing page. It reads no records, so it does not reveal which links exist.
 */
export const handler = publicEndpoint(readSigningPage, async ({ params, query }, headers) => {
  const language =
    query.lang ?? preferredLanguage(acceptedLanguages(headers['accept-language'] ?? ''));
  return new RawBody(
    readSigningPage.contentType,
    signingPage(await readBuild(import.meta.url), language, params.token),
    pageHeaders(),
  );
});
