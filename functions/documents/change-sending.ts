import { conflict } from '@assay/foundation';
import { presentDocument, statusAt } from '#shared/documents/document.ts';
import { quietDocumentEvent } from '#shared/documents/events.ts';
import { readDocument } from '#shared/documents/repository/documents.ts';
import { documentRoutes } from '#shared/documents/routes/documents.ts';
import { changeDocument } from '#shared/documents/use-cases/change-document.ts';
import { assertRoomForLink } from '#shared/documents/use-cases/room-in-trail.ts';
import { expiryAt } from '#shared/documents/use-cases/sending.ts';
import { endpoint } from '#shared/endpoint.ts';

/** Changes when a sent document expires and when its signers are reminded. */
export const handler = endpoint(documentRoutes.changeSending, async (context, { params, body }) => {
  const stored = await readDocument(context, params.id);
  const { record } = stored;
  const status = statusAt(record, context.now);
  if (status !== 'sent') throw conflict('not_open', `The document is ${status}.`);
  assertRoomForLink(record);

  const { expiresAt, remindAfterDays = record.remindAfterDays } = body;
  const { remindBeforeExpiryDays = record.remindBeforeExpiryDays } = body;
  const wanted = {
    expiresAt: expiresAt === undefined ? record.expiresAt : expiryAt(expiresAt, context.now),
    remindAfterDays,
    remindBeforeExpiryDays,
  };
  const { document, ...change } = changeDocument(
    context,
    stored,
    { ...record, ...wanted },
    {
      entries: [{ action: 'sending.changed', details: wanted }],
      events: [quietDocumentEvent('document.sending_changed', record, { details: wanted })],
    },
  );
  return { ...change, result: presentDocument(document, context.now) };
});
