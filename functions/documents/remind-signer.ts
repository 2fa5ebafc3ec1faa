import { presentSigner } from '#shared/documents/document.ts';
import { readDocument } from '#shared/documents/repository/documents.ts';
import { documentRoutes } from '#shared/documents/routes/documents.ts';
import { requireSigner } from '#shared/documents/use-cases/read-signing.ts';
import { remindSigner } from '#shared/documents/use-cases/remind.ts';
import { endpoint } from '#shared/endpoint.ts';

/** Emails a signer who has not signed their link again. */
export const handler = endpoint(documentRoutes.remindSigner, async (context, { params }) => {
  const stored = await readDocument(context, params.id);
  const signer = requireSigner(stored.record, params.signerId);
  const { document, writes, events } = await remindSigner(context, stored, signer);
  return { writes, events, result: presentSigner(document, signer.id, context.now) };
});
