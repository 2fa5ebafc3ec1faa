import { acceptedLanguages, preferredLanguage, signingPage } from '@assay/signing-page';
import { readBuild } from '#shared/documents/page/built-files.ts';
import { pageHeaders } from '#shared/documents/page/headers.ts';
import { pageRoutes } from '#shared/documents/routes/page.ts';
import { newPageSession } from '#shared/documents/signing/page-session.ts';
import { now } from '#shared/platform/clock.ts';
import { optionalSetting } from '#shared/platform/environment.ts';
import { problemFrom } from '#shared/platform/http/present-problem.ts';
import { RawBody } from '#shared/platform/http/response.ts';
import { publicEndpoint } from '#shared/public-endpoint.ts';

const { readSigningPage } = pageRoutes;

/**
 * The HTML shell of the signing page. It reads no records, so it does not reveal which links exist: the
 * session that it contains is derived from the link's text alone.
 */
export const handler = publicEndpoint(readSigningPage, async ({ params, query }, headers) => {
  const language = query.lang ?? preferredLanguage(acceptedLanguages(headers['accept-language'] ?? ''));
  return new RawBody(
    readSigningPage.contentType,
    signingPage(await readBuild(import.meta.url), {
      language,
      token: params.token,
      session: await sessionOrNone(params.token),
    }),
    pageHeaders(),
  );
});

/** A page without a session works too: what is done on it is then recorded without one. */
async function sessionOrNone(token: string): Promise<string | undefined> {
  if (optionalSetting('MASTER_SECRET_ARN') === undefined) return undefined;
  try {
    return await newPageSession(token, now());
  } catch (error) {
    if (problemFrom(error, readSigningPage).status !== 503) throw error;
    return undefined;
  }
}
