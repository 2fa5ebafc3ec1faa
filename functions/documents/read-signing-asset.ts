import { notFound } from '@assay/foundation';
import { findBuiltFile, readBuild } from '#shared/documents/page/built-files.ts';
import { contentTypeOf } from '#shared/documents/page/content-types.ts';
import { assetHeaders } from '#shared/documents/page/headers.ts';
import { pageRoutes } from '#shared/documents/routes/page.ts';
import { RawBody } from '#shared/platform/http/response.ts';
import { publicEndpoint } from '#shared/public-endpoint.ts';

/** Only files packed for the page end in `.gz`, so no other file next to it can be requested. */
export const handler = publicEndpoint(pageRoutes.readSigningAsset, async ({ params }) => {
  const content = await findBuiltFile(import.meta.url, params.file);
  if (!content) throw notFound('file');

  const isOfThisBuild = params.build === (await readBuild(import.meta.url));
  return new RawBody(contentTypeOf(params.file), content, assetHeaders(params.file, isOfThisBuild));
});
