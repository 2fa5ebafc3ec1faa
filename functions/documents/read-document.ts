import { presentDocument } from '#shared/documents/document.ts';
import { readDocument } from '#shared/documents/repository/documents.ts';
import { documentRoutes } from '#shared/documents/routes/documents.ts';
import { endpoint } from '#shared/endpoint.ts';

/** A document with the progress of its signers. */
export const handler = endpoint(documentRoutes.readDocument, async (context, { params }) =>
  presentDocument((await readDocument(context, params.id)).record, context.now),
);
