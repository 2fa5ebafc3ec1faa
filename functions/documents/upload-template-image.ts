import { parseImage } from '#shared/documents/images/parse-image.ts';
import { keepImage } from '#shared/documents/repository/files.ts';
import { templateRoutes } from '#shared/documents/routes/templates.ts';
import { readOnlyEndpoint } from '#shared/endpoint.ts';

/** Stores an image by its digest. Uploading it again stores the same bytes, so no row and no key is needed. */
export const handler = readOnlyEndpoint(templateRoutes.uploadTemplateImage, async ({ caller }, { body }) => {
  const { content, format, width, height } = await parseImage(body.image);
  const { sha256, bytes } = await keepImage(caller, content);
  return { sha256, format, width, height, sizeBytes: bytes };
});
