import { listAuditEntries } from '#shared/documents/repository/audit-entries.ts';
import { readDocument } from '#shared/documents/repository/documents.ts';
import { documentRoutes } from '#shared/documents/routes/documents.ts';
import { endpoint } from '#shared/endpoint.ts';

/** The audit trail of a document in chronological order. */
export const handler = endpoint(documentRoutes.readDocumentAudit, async (context, { params }) => {
  await readDocument(context, params.id);
  return { items: await listAuditEntries(context.store, context.caller, params.id) };
});
