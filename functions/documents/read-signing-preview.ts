import { Problem } from '@assay/foundation';
import { signingRoutes } from '#shared/documents/routes/signing.ts';
import { readPreview } from '#shared/documents/use-cases/read-preview.ts';
import { readShownDocument } from '#shared/documents/use-cases/shown-document.ts';
import { RawBody } from '#shared/platform/http/response.ts';
import { signerEndpoint } from '#shared/signer-endpoint.ts';

/** A picture of the first page of the PDF that `readSigningPdf` returns, for the same signers. */
export const handler = signerEndpoint(signingRoutes.readSigningPreview, async (context) => {
  const record = await readShownDocument(context);
  const preview = await readPreview(context.caller, record.id, record.final ?? record.original);
  if (!preview) throw new Problem(404, 'not_found', 'The first page cannot be drawn. Read the PDF instead.');
  return new RawBody(preview.contentType, preview.content, {
    'cache-control': 'private, no-store',
  });
});
