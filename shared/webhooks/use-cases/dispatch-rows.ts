import { addSeconds } from '#shared/platform/clock.ts';
import type { Item } from '#shared/platform/store/store.ts';
import type { WorkerContext } from '#shared/worker.ts';
import { LEASE_SECONDS } from '../limits.ts';
import { postponeRow } from '../repository/due-rows.ts';
import { OutboxRow } from '../repository/outbox.ts';
import { dispatchOutbox } from './dispatch-outbox.ts';

const ROWS_AT_ONCE = 10;

/** Dispatches journal rows, some side by side. One that fails holds up no other; all are told at the end. */
export async function dispatchRows(context: WorkerContext, rows: readonly Item[]): Promise<void> {
  const failures: unknown[] = [];
  const waiting = rows.values();
  const dispatcher = async () => {
    // All dispatchers take from the same iterator, so each row has one of them.
    for (const row of waiting)
      await dispatchRow(context, row).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: ROWS_AT_ONCE }, dispatcher));
  if (failures.length > 0) throw new AggregateError(failures);
}

async function dispatchRow(context: WorkerContext, row: Item): Promise<void> {
  if (row.dueAt === undefined) return; // dispatched already
  const outbox = OutboxRow.safeParse(row);
  if (outbox.success) return dispatchOutbox(context, outbox.data);
  // Once a minute is often enough to complain; at the head of every tick it would be in the way.
  const later = addSeconds(context.now, LEASE_SECONDS);
  await context.store.writeOne(postponeRow('journal', row, later));
  throw outbox.error;
}
