import type { NewEvent } from '#shared/platform/change.ts';
import { EVENT_CATALOGUE } from './event-catalogue.ts';

type PayloadEvent = Pick<NewEvent, 'type' | 'resourceId' | 'subjectId' | 'sample'> & {
  id: string;
  payload?: NewEvent['payload'] | null;
};

/** Builds the payload of an event: ids and what happened, never a value, a name or a reason. */
export function payloadOf(
  event: PayloadEvent,
  { organizationId, mode, occurredAt }: { organizationId: string; mode: string; occurredAt: string },
): string {
  const { sample, subjectId, resourceId } = event;
  const data = sample
    ? inOrder(sample.data)
    : { ...inOrder(event.payload ?? {}), organizationId, subjectId, resourceId };
  return JSON.stringify({
    eventId: event.id,
    event: sentType(event),
    timestamp: occurredAt,
    data: { ...data, organizationId, sandbox: mode === 'test' },
    ...(sample && { test: true }),
  });
}

/** The type that receivers see: a test event may be the sample of another one. */
export const sentType = ({ type, sample }: Pick<NewEvent, 'type' | 'sample'>): string => sample?.event ?? type;

/** DynamoDB does not preserve the order of members, and every reader must build the same bytes. */
function inOrder<T>(value: T): T {
  if (Array.isArray(value)) return value.map(inOrder) as T;
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, inOrder(member)])) as T;
}

/** The body of the deliveries of an event in the history; null for events that are not delivered. */
export const webhookBodyOf = (
  event: PayloadEvent & { occurredAt: string },
  { organizationId, mode }: { organizationId: string; mode: string },
): string | null =>
  event.type in EVENT_CATALOGUE ? payloadOf(event, { organizationId, mode, occurredAt: event.occurredAt }) : null;
