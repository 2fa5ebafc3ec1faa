import { fileAnswer } from '#shared/documents/file-answer.ts';
import { readDocument } from '#shared/documents/repository/documents.ts';
import { signingRoutes } from '#shared/documents/routes/signing.ts';
import { parseToken } from '#shared/documents/signing/link.ts';
import { closed } from '#shared/documents/use-cases/require-status.ts';
import { unauthenticated } from '#shared/platform/problem.ts';
import { signerEndpoint } from '#shared/signer-endpoint.ts';

/** What there is to sign or was signed; a document that came to nothing is shown to nobody. */
export const handler = signerEndpoint(signingRoutes.readSigningPdf, async (context, { params }) => {
  const link = parseToken(params.token);
  if (!link) throw unauthenticated();
  const { record } = await readDocument(context, link.documentId);
  if (record.status !== 'sent' && record.status !== 'completed') throw closed(record, context.now);
  return fileAnswer(record.final ?? record.original);
});
