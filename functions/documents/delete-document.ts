import { quietDocumentEvent } from '#shared/documents/events.ts';
import { deleteDocument, readDocument } from '#shared/documents/repository/documents.ts';
import { documentRoutes } from '#shared/documents/routes/documents.ts';
import { assertDraft, assertNotHeld } from '#shared/documents/use-cases/require-status.ts';
import { endpoint } from '#shared/endpoint.ts';

/** Deletes a draft. A worker removes its fields, trail and files. */
export const handler = endpoint(documentRoutes.deleteDocument, async (context, { params }) => {
  const stored = await readDocument(context, params.id);
  assertDraft(stored.record);
  assertNotHeld(stored.record);
  const { origin, original } = stored.record;
  const details = { ...origin, sha256: original.sha256 };
  return {
    writes: [deleteDocument(context.caller, stored, context.now)],
    events: [quietDocumentEvent('document.deleted', stored.record, { details })],
    result: undefined,
  };
});
