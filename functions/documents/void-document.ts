import { presentDocument, statusAt } from '#shared/documents/document.ts';
import { documentEvent } from '#shared/documents/events.ts';
import { readDocument } from '#shared/documents/repository/documents.ts';
import { documentRoutes } from '#shared/documents/routes/documents.ts';
import { changeDocument } from '#shared/documents/use-cases/change-document.ts';
import { closingsFor } from '#shared/documents/use-cases/invitations.ts';
import { closed } from '#shared/documents/use-cases/require-status.ts';
import { endpoint } from '#shared/endpoint.ts';

/** Voids a document. Its links then show that it was withdrawn. */
export const handler = endpoint(documentRoutes.voidDocument, async (context, { params, body }) => {
  const stored = await readDocument(context, params.id);
  const { record } = stored;
  const status = statusAt(record, context.now);
  if (status !== 'draft' && status !== 'sent') throw closed(record, context.now);

  const reason = body.reason ?? null;
  const after = { ...record, status: 'voided' as const, closeReason: reason };
  const { document, ...change } = changeDocument(context, stored, after, {
    entries: [{ action: 'document.voided', details: { reason } }],
    writes: closingsFor(context, after, after.signers),
    events: [documentEvent('document.voided', record, {}, reason === null ? {} : { reason })],
  });
  return { ...change, result: presentDocument(document, context.now) };
});
