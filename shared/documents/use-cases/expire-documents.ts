import * as z from 'zod';
import { ScopeParts, serviceCaller } from '#shared/platform/caller.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import type { WorkerContext } from '#shared/platform/context.ts';
import { measureOldestDue } from '#shared/platform/log.ts';
import { postponeRow, readDue } from '#shared/platform/store/due.ts';
import type { Item } from '#shared/platform/store/store.ts';
import { commitAs } from '#shared/worker.ts';
import { isOver, statusAt } from '../document.ts';
import { documentEvent } from '../events.ts';
import { findDocument, isDeleted } from '../repository/documents.ts';
import { changeDocument } from './change-document.ts';
import { eraseDeleted } from './erase-deleted.ts';
import { closingsFor, noticesFor } from './invitations.ts';
import { remindDue } from './remind.ts';
import { retentionEnded } from './retention-ended.ts';

const DOCUMENTS = 100;
/** Delay after a failure, so that a failing document does not block every tick. */
const POSTPONED_SECONDS = 15 * 60;

const DueDocument = z.object({
  id: z.uuid(),
  ...ScopeParts,
});

/**
 * Records expiry, which already applies to signers by time, writes reminders that are due, and deletes documents at the
 * end of their retention. A document that fails is retried later and does not block others; the failure is reported
 * after the rest is done.
 */
export async function expireDocuments(context: WorkerContext): Promise<void> {
  const { store, now } = context;
  const failures: unknown[] = [];
  const wanted = { now, limit: DOCUMENTS, line: 'documents' as const };
  const { rows, oldestSeconds } = await readDue(store, 'documents', wanted);
  measureOldestDue('documents', oldestSeconds);
  for (const row of rows)
    try {
      await expireDocument(context, row);
    } catch (failure) {
      failures.push(failure);
      const until = addSeconds(now, POSTPONED_SECONDS);
      // If postponing fails as well, the first failure is reported.
      await store.writeOne(postponeRow('documents', row, until)).catch(() => false);
    }
  if (failures.length > 0) throw new AggregateError(failures);
}

async function expireDocument(context: WorkerContext, row: Item): Promise<void> {
  const { store, now } = context;
  const { id, ...scope } = DueDocument.parse(row);
  if (isDeleted(row)) return eraseDeleted(store, scope, id);
  const caller = serviceCaller(scope, 'documents');
  await commitAs(context, caller, async (as) => {
    const stored = await findDocument(store, caller, id);
    if (!stored) return { writes: [], events: [], result: null };
    if (isOver(stored.record)) return { ...(await retentionEnded(as, stored, row)), result: null };
    if (stored.record.status !== 'sent') return { writes: [], events: [], result: null };
    if (statusAt(stored.record, now) !== 'expired') return { ...remindDue(as, stored), result: null };
    const after = { ...stored.record, status: 'expired' as const };
    const { writes, events } = changeDocument(as, stored, after, {
      entries: [{ action: 'document.expired', details: { expiresAt: after.expiresAt } }],
      writes: [...closingsFor(as, after, after.signers), ...noticesFor(as, after, 'expired')],
      events: [documentEvent('document.expired', after, {})],
    });
    return { writes, events, result: null };
  });
}
