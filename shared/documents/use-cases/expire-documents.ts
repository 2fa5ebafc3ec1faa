import * as z from 'zod';
import { serviceCaller } from '#shared/platform/caller.ts';
import { listDue } from '#shared/platform/store/due.ts';
import { commitAs, type WorkerContext } from '#shared/worker.ts';
import { statusAt } from '../document.ts';
import { documentEvent } from '../events.ts';
import { findDocument } from '../repository/documents.ts';
import { changeDocument } from './change-document.ts';

const DOCUMENTS = 100;

const DueDocument = z.object({
  id: z.uuid(),
  organizationId: z.string(),
  mode: z.enum(['test', 'live']),
});

/** Notes down what is the case already: nobody can sign what has expired. */
export async function expireDocuments(context: WorkerContext): Promise<void> {
  const { store, now } = context;
  const rows = await listDue(store, 'documents', { now, limit: DOCUMENTS, line: 'documents' });
  for (const row of rows) {
    const { id, ...scope } = DueDocument.parse(row);
    const caller = serviceCaller(scope, 'documents');
    await commitAs(context, caller, async (as) => {
      const stored = await findDocument(store, caller, id);
      if (stored?.record.status !== 'sent' || statusAt(stored.record, now) !== 'expired')
        return { writes: [], events: [], result: null };
      const after = { ...stored.record, status: 'expired' as const };
      const { writes, events } = changeDocument(as, stored, after, {
        entries: [{ action: 'document.expired', details: { expiresAt: after.expiresAt } }],
        events: [documentEvent('document.expired', after, { announced: false })],
      });
      return { writes, events, result: null };
    });
  }
}
