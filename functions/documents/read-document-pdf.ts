import { fileAnswer } from '#shared/documents/file-answer.ts';
import { readDocument } from '#shared/documents/repository/documents.ts';
import { documentRoutes } from '#shared/documents/routes/documents.ts';
import { endpoint } from '#shared/endpoint.ts';

/** The sealed file once there is one; before, or if asked for, the one that is to be signed. */
export const handler = endpoint(
  documentRoutes.readDocumentPdf,
  async (context, { params, query }) => {
    const { original, final, name } = (await readDocument(context, params.id)).record;
    return fileAnswer(query.version === 'latest' ? (final ?? original) : original, name);
  },
);
