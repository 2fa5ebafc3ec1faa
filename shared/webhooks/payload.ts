import type { NewEvent } from '#shared/platform/change.ts';

/** Builds the payload of an event: ids and what happened, never a value, a name or a reason. */
export function payloadOf(
  event: NewEvent & { id: string },
  {
    organizationId,
    mode,
    occurredAt,
  }: { organizationId: string; mode: string; occurredAt: string },
): string {
  return JSON.stringify({
    eventId: event.id,
    event: event.type,
    timestamp: occurredAt,
    data: {
      ...event.payload,
      organizationId,
      subjectId: event.subjectId,
      resourceId: event.resourceId,
      sandbox: mode === 'test',
    },
  });
}
