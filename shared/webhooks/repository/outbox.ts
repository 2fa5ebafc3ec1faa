import * as z from 'zod';
import { ScopeParts } from '#shared/platform/caller.ts';
import type { NewEvent } from '#shared/platform/change.ts';
import { memberId } from '#shared/platform/ids.ts';
import { dueAt, NOT_DUE } from '#shared/platform/store/due.ts';
import type { Write } from '#shared/platform/store/store.ts';

/** The events of one commit that are still to be handed to the deliveries. */
export const OutboxRow = z.object({
  pk: z.string(),
  sk: z.string(),
  id: z.uuid(),
  ...ScopeParts,
  occurredAt: z.string(),
  events: z.array(z.custom<NewEvent>()),
  /** Subscription -> the numbers of the events it is to be sent. */
  subscribers: z.record(z.string(), z.array(z.number())),
  dueAt: z.string(),
  /** Set while a dispatcher has the row, and who it is. */
  dispatchToken: z.string().optional(),
  /** How many of the subscriptions, in the order of their ids, have had theirs. */
  dispatched: z.number().default(0),
});
export type OutboxRow = z.infer<typeof OutboxRow>;

export const eventAt = (
  row: OutboxRow,
  member: number,
): (NewEvent & { id: string }) | undefined => {
  const event = row.events[member];
  return event && { ...event, id: memberId(row.id, member) };
};

/** A lease that has not run out: the time the row is due is then the time the lease ends. */
export const isLeased = ({ dispatchToken, dueAt: until }: OutboxRow, now: Date) =>
  dispatchToken !== undefined && until > now.toISOString();

/** Takes the row for a minute. Whoever comes later finds another time and leaves it alone. */
export const leaseOutboxRow = (row: OutboxRow, token: string, until: Date): Write => ({
  table: 'journal',
  update: { pk: row.pk, sk: row.sk },
  set: { dispatchToken: token, ...dueAt(until, row.id, 'outbox') },
  when: { dueAt: row.dueAt },
});

/** Notes how far the work is and takes the row for longer; like closing, refused to a former holder. */
export const renewOutboxLease = (
  row: OutboxRow,
  token: string,
  { dispatched, until }: { dispatched: number; until: Date },
): Write => ({
  table: 'journal',
  update: { pk: row.pk, sk: row.sk },
  set: { dispatched, ...dueAt(until, row.id, 'outbox') },
  when: { dispatchToken: token },
});

/** Refused to a dispatcher whose lease has passed to another. */
export const closeOutboxRow = (row: OutboxRow, token: string): Write => ({
  table: 'journal',
  update: { pk: row.pk, sk: row.sk },
  set: { dispatched: Object.keys(row.subscribers).length },
  unset: [...NOT_DUE, 'dispatchToken'],
  when: { dispatchToken: token },
});
