import { conflict } from '@assay/foundation';
import { presentDocument, type StoredDocument } from '#shared/documents/document.ts';
import { quietDocumentEvent } from '#shared/documents/events.ts';
import { isShorter } from '#shared/documents/keeping.ts';
import { readDocument } from '#shared/documents/repository/documents.ts';
import { keepingRoutes } from '#shared/documents/routes/keeping.ts';
import { changeDocument } from '#shared/documents/use-cases/change-document.ts';
import { endpoint } from '#shared/endpoint.ts';

/** Lengthens the retention of a document that was sent. */
export const handler = endpoint(keepingRoutes.setDocumentRetention, async (context, { params, body }) => {
  const stored = await readDocument(context, params.id);
  const { record } = stored;
  const { retainDays, reason } = body;
  if (record.status === 'draft')
    throw conflict('not_sent', 'A draft is kept until it is deleted. Send it with `retainDays`.');
  if (isShorter(retainDays, record.retainDays))
    throw conflict(
      'retention_shorter',
      record.retainDays === undefined
        ? 'The document is kept without limit. Its retention cannot be shortened once it was sent.'
        : `The document is kept for ${record.retainDays} days. Its retention cannot be shortened once it was sent.`,
    );
  if ((retainDays ?? undefined) === record.retainDays)
    return { writes: [], events: [], result: presentDocument(record, context.now) };

  const { retainDays: from = null, ...others } = record;
  const after: StoredDocument = retainDays === null ? others : { ...others, retainDays };
  const { document, ...change } = changeDocument(context, stored, after, {
    // The trail of a completed document ended with its seal.
    entries: [],
    events: [quietDocumentEvent('document.retention_changed', record, { details: { from, to: retainDays }, reason })],
  });
  return { ...change, result: presentDocument(document, context.now) };
});
