import * as z from 'zod';
import { ScopeParts } from '#shared/platform/caller.ts';
import type { NewEvent } from '#shared/platform/change.ts';
import { memberId } from '#shared/platform/ids.ts';
import { dueAt, NOT_DUE } from '#shared/platform/store/due.ts';
import { isHeld, type LeasedRow, takeLease, writeWhileHeld } from '#shared/platform/store/lease.ts';
import type { Write } from '#shared/platform/store/store.ts';

/** The events of one commit that still have to become deliveries. */
export const OutboxRow = z.object({
  pk: z.string(),
  sk: z.string(),
  id: z.uuid(),
  ...ScopeParts,
  occurredAt: z.string(),
  events: z.array(z.custom<NewEvent>()),
  /** Webhook -> the numbers of the events it receives. */
  subscribers: z.record(z.string(), z.array(z.number())),
  dueAt: z.string(),
  /** Identifies the dispatcher that has leased the row. */
  dispatchToken: z.string().optional(),
  /** How many webhooks, in order of their ids, are done. */
  dispatched: z.number().default(0),
});
export type OutboxRow = z.infer<typeof OutboxRow>;

export const eventAt = (row: OutboxRow, member: number): (NewEvent & { id: string }) | undefined => {
  const event = row.events[member];
  return event && { ...event, id: memberId(row.id, member) };
};

/** While leased, the due time of the row is the end of the lease. */
export const isLeased = ({ dispatchToken, dueAt: until }: OutboxRow, now: Date) =>
  dispatchToken !== undefined && isHeld(until, now);

const leasedRow = ({ pk, sk }: OutboxRow): LeasedRow => ({
  table: 'journal',
  key: { pk, sk },
  attribute: 'dispatchToken',
});

/** Leases the row for a minute. A concurrent dispatcher finds another due time and skips the row. */
export const leaseOutboxRow = (row: OutboxRow, token: string, until: Date): Write =>
  takeLease(
    leasedRow(row),
    { found: row.dispatchToken, next: token },
    { set: { ...dueAt(until, row.id, 'outbox') }, when: { dueAt: row.dueAt } },
  );

/** Records the progress and extends the lease; like closing, it fails for a former holder. */
export const renewOutboxLease = (
  row: OutboxRow,
  token: string,
  { dispatched, until }: { dispatched: number; until: Date },
): Write =>
  writeWhileHeld(leasedRow(row), token, {
    set: { dispatched, ...dueAt(until, row.id, 'outbox') },
  });

/** Fails for a dispatcher whose lease has passed to another. */
export const closeOutboxRow = (row: OutboxRow, token: string): Write =>
  writeWhileHeld(leasedRow(row), token, {
    set: { dispatched: Object.keys(row.subscribers).length },
    unset: [...NOT_DUE, 'dispatchToken'],
  });
