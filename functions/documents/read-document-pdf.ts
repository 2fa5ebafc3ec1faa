import { fileAnswer } from '#shared/documents/file-answer.ts';
import { readDocument } from '#shared/documents/repository/documents.ts';
import { documentRoutes } from '#shared/documents/routes/documents.ts';
import { endpoint } from '#shared/endpoint.ts';

/** The sealed file if it exists; otherwise, or on request, the original. */
export const handler = endpoint(documentRoutes.readDocumentPdf, async (context, { params, query }) => {
  const { original, final, name } = (await readDocument(context, params.id)).record;
  return fileAnswer(query.version === 'latest' ? (final ?? original) : original, name);
});
