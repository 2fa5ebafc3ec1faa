import * as z from 'zod';
import type { Mode } from '#shared/platform/caller.ts';
import type { NewEvent } from '#shared/platform/change.ts';
import { memberId, tieOf } from '#shared/platform/ids.ts';
import { dueAt, NOT_DUE } from '#shared/platform/store/due.ts';
import type { Item, Write } from '#shared/platform/store/store.ts';

/** The events of one commit that are still to be handed to the deliveries. */
export const OutboxRow = z.object({
  pk: z.string(),
  sk: z.string(),
  id: z.uuid(),
  organizationId: z.string(),
  mode: z.enum(['test', 'live']),
  occurredAt: z.string(),
  events: z.array(z.custom<NewEvent>()),
  /** Subscription -> the numbers of the events it is to be sent. */
  subscribers: z.record(z.string(), z.array(z.number())),
  dueAt: z.string(),
});
export type OutboxRow = z.infer<typeof OutboxRow> & { mode: Mode };

/** A row that is no longer due has been dispatched already. */
export const parseOutboxRow = (row: Item): OutboxRow | undefined =>
  row.dueAt === undefined ? undefined : OutboxRow.parse(row);

export const eventAt = (
  row: OutboxRow,
  member: number,
): (NewEvent & { id: string }) | undefined => {
  const event = row.events[member];
  return event && { ...event, id: memberId(row.id, member) };
};

/** Takes the row for a minute. Whoever comes later finds another time and leaves it alone. */
export const leaseOutboxRow = (row: OutboxRow, token: string, until: Date): Write => ({
  table: 'journal',
  update: { pk: row.pk, sk: row.sk },
  set: { dispatchToken: token, ...dueAt(until, tieOf(row.id)) },
  when: { dueAt: row.dueAt },
});

/** Refused to a dispatcher whose lease has passed to another. */
export const closeOutboxRow = (row: OutboxRow, token: string): Write => ({
  table: 'journal',
  update: { pk: row.pk, sk: row.sk },
  set: { dispatchToken: token },
  unset: NOT_DUE,
  when: { dispatchToken: token },
});
