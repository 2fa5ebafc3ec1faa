import { mapConcurrently } from '@assay/foundation/concurrency';
import { addSeconds } from '#shared/platform/clock.ts';
import type { WorkerContext } from '#shared/platform/context.ts';
import { postponeRow } from '#shared/platform/store/due.ts';
import type { Item } from '#shared/platform/store/store.ts';
import { LEASE_SECONDS } from '../limits.ts';
import { OutboxRow } from '../repository/outbox.ts';
import { dispatchOutbox } from './dispatch-outbox.ts';

const ROWS_AT_ONCE = 10;

/**
 * Dispatches journal rows concurrently. A failed row does not delay the others; failures are thrown at the
 * end.
 */
export async function dispatchRows(context: WorkerContext, rows: readonly Item[]): Promise<void> {
  const failures: unknown[] = [];
  const dispatch = (row: Item) => dispatchRow(context, row).catch((error: unknown) => void failures.push(error));
  await mapConcurrently(rows, ROWS_AT_ONCE, dispatch);
  if (failures.length > 0) throw new AggregateError(failures);
}

async function dispatchRow(context: WorkerContext, row: Item): Promise<void> {
  if (row.dueAt === undefined) return; // dispatched already
  const outbox = OutboxRow.safeParse(row);
  if (outbox.success) return dispatchOutbox(context, outbox.data);
  // Retried once a minute; a failing row at the head of every tick would delay the others.
  const later = addSeconds(context.now, LEASE_SECONDS);
  await context.store.writeOne(postponeRow('journal', row, later));
  throw outbox.error;
}
