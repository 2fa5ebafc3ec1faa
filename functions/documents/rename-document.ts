import { presentDocument } from '#shared/documents/document.ts';
import { quietDocumentEvent } from '#shared/documents/events.ts';
import { readDocument } from '#shared/documents/repository/documents.ts';
import { documentRoutes } from '#shared/documents/routes/documents.ts';
import { changeDocument } from '#shared/documents/use-cases/change-document.ts';
import { assertDraft } from '#shared/documents/use-cases/require-status.ts';
import { assertRoomInDraft } from '#shared/documents/use-cases/room-in-trail.ts';
import { endpoint } from '#shared/endpoint.ts';

/** Renames a draft. A sent document keeps the name that its signers have seen. */
export const handler = endpoint(documentRoutes.renameDocument, async (context, { params, body: { name } }) => {
  const stored = await readDocument(context, params.id);
  const { record } = stored;
  assertDraft(record);
  if (record.name === name) return { writes: [], events: [], result: presentDocument(record, context.now) };
  assertRoomInDraft(record);

  const { document, ...change } = changeDocument(
    context,
    stored,
    { ...record, name },
    {
      entries: [{ action: 'document.renamed' }],
      events: [quietDocumentEvent('document.renamed', record)],
    },
  );
  return { ...change, result: presentDocument(document, context.now) };
});
