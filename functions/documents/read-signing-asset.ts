import { notFound } from '@assay/foundation';
import { findBuiltFile, readBuild } from '#shared/documents/page/built-files.ts';
import { assetHeaders } from '#shared/documents/page/headers.ts';
import { pageRoutes } from '#shared/documents/routes/page.ts';
import { contentTypeOf, OTHER_CONTENT_TYPE } from '#shared/platform/http/content-types.ts';
import { RawBody } from '#shared/platform/http/response.ts';
import { publicEndpoint } from '#shared/public-endpoint.ts';

/** Only files packed for the page end in `.gz`, so no other file next to it can be requested. */
export const handler = publicEndpoint(pageRoutes.readSigningAsset, async ({ params }) => {
  const file = await findBuiltFile(import.meta.url, params.file);
  if (!file) throw notFound('file');

  const contentType = contentTypeOf(params.file) ?? OTHER_CONTENT_TYPE;
  const isOfThisBuild = params.build === (await readBuild(import.meta.url));
  return new RawBody(contentType, file.content, assetHeaders(params.file, isOfThisBuild));
});
