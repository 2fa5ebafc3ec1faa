import { presentSigner } from '#shared/documents/document.ts';
import { documentRoutes } from '#shared/documents/routes/documents.ts';
import { correctSigner } from '#shared/documents/use-cases/correct-signer.ts';
import { readWithFields } from '#shared/documents/use-cases/read-fields.ts';
import { requireSigner } from '#shared/documents/use-cases/read-signing.ts';
import { endpoint } from '#shared/endpoint.ts';

/** Corrects the name or email address of a signer who has not signed. */
export const handler = endpoint(documentRoutes.correctSigner, async (context, { params, body }) => {
  const read = await readWithFields(context, params.id);
  const signer = requireSigner(read.stored.record, params.signerId);
  const changed = await correctSigner(context, read, signer, body);
  const { document, writes, events } = changed ?? { document: read.stored.record, writes: [], events: [] };
  return { writes, events, result: presentSigner(document, signer.id, context.now) };
});
