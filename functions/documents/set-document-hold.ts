import { presentDocument } from '#shared/documents/document.ts';
import { quietDocumentEvent } from '#shared/documents/events.ts';
import { readDocument } from '#shared/documents/repository/documents.ts';
import { keepingRoutes } from '#shared/documents/routes/keeping.ts';
import { changeDocument } from '#shared/documents/use-cases/change-document.ts';
import { endpoint } from '#shared/endpoint.ts';
import { acceptChange, needsTwoForDeletion } from '#shared/organization/index.ts';
import { principalOf } from '#shared/platform/caller.ts';

/**
 * Places or releases the legal hold of a document. One owner places it; releasing it takes as many people as releasing
 * that of the organization.
 */
export const handler = endpoint(keepingRoutes.setDocumentHold, async (context, { params, body }) => {
  const { store, caller, now } = context;
  const { held, reason, proposalId } = body;
  const stored = await readDocument(context, params.id);
  const { legalHold, ...others } = stored.record;
  if (held === Boolean(legalHold)) return { writes: [], events: [], result: presentDocument(stored.record, now) };

  if (legalHold) {
    const isRequired = await needsTwoForDeletion(store, caller.organizationId);
    const proposed = { kind: 'document_hold_release' as const, documentId: params.id };
    const { writes, details } = await acceptChange(context, proposed, { proposalId, isRequired });
    const { document, ...change } = changeDocument(context, stored, others, {
      entries: [],
      writes,
      events: [quietDocumentEvent('document.legal_hold.released', others, { reason, ...(details && { details }) })],
    });
    return { ...change, result: presentDocument(document, now) };
  }

  const hold = { placedAt: now.toISOString(), placedBy: principalOf(caller), reason };
  const { document, ...change } = changeDocument(
    context,
    stored,
    { ...others, legalHold: hold },
    { entries: [], events: [quietDocumentEvent('document.legal_hold.placed', others, { reason })] },
  );
  return { ...change, result: presentDocument(document, now) };
});
