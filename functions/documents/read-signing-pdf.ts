import { fileAnswer } from '#shared/documents/file-answer.ts';
import { signingRoutes } from '#shared/documents/routes/signing.ts';
import { readShownDocument } from '#shared/documents/use-cases/shown-document.ts';
import { signerEndpoint } from '#shared/signer-endpoint.ts';

/** The PDF to sign, or the sealed one once the document is completed. */
export const handler = signerEndpoint(signingRoutes.readSigningPdf, async (context) => {
  const record = await readShownDocument(context);
  return fileAnswer(record.final ?? record.original, record.name);
});
