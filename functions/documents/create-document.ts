import { presentDocument } from '#shared/documents/document.ts';
import { documentRoutes } from '#shared/documents/routes/documents.ts';
import { draftFromFile } from '#shared/documents/use-cases/draft-from-file.ts';
import { findFile } from '#shared/documents/use-cases/find-file.ts';
import { endpoint } from '#shared/endpoint.ts';

/** Creates a draft from a PDF in the request or from an earlier upload. */
export const handler = endpoint(documentRoutes.createDocument, async (context, { body }) => {
  const file = await findFile(context, body);
  const { document, writes, events } = await draftFromFile(context, file);
  return { writes, events, result: presentDocument(document, context.now) };
});
