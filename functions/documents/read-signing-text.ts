import { notFound } from '@assay/foundation';
import { readFile } from '#shared/documents/repository/files.ts';
import { signingRoutes } from '#shared/documents/routes/signing.ts';
import { readShownDocument } from '#shared/documents/use-cases/shown-document.ts';
import { RawBody } from '#shared/platform/http/response.ts';
import { signerEndpoint } from '#shared/signer-endpoint.ts';

/** The stored bytes, whose digest the document and its audit trail have. */
export const handler = signerEndpoint(signingRoutes.readSigningText, async (context) => {
  const { text } = await readShownDocument(context);
  if (!text) throw notFound('text');
  const content = (await readFile(text.key)).toString();
  return new RawBody('application/json', content, { 'cache-control': 'private, no-store' });
});
