import * as z from 'zod';
import type { NewEvent } from '#shared/platform/change.ts';
import { recordOf, Timestamp } from '#shared/platform/http/shapes.ts';
import type { RecordedEvent } from '#shared/platform/store/history.ts';
import type { riskNotifications } from './notifications.ts';
import { Subject } from './subject.ts';

/** One entry of the history: the actor, the changed record, the time and the reason. */
const Event = z.object({
  type: z.string().describe('Event type, such as `risk.subject.created`.'),
  resource: z.string().describe('The kind of record that changed.'),
  resourceId: z.uuid(),
  subjectId: z.uuid().nullable(),
  actor: z.string().describe('`api_key:<id>`, `user:<id>` or `service:<name>`.'),
  reason: z.string().nullable(),
  details: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe(
      'Details of the change, such as a reported activity, the previous and new status of an action, or the ' +
        'API keys of a source. Not part of webhook deliveries.',
    ),
  occurredAt: Timestamp,
  webhookBody: z
    .string()
    .nullable()
    .optional()
    .describe(
      'With `view=webhook` only: the body of the webhook deliveries of this event; null if it is not delivered.',
    ),
  subject: Subject.pick({ kind: true, externalId: true })
    .optional()
    .describe('With `view=summary` only, if the event is about a subject.'),
});

export const EventRecord = recordOf('events', Event).meta({
  id: 'Event',
  examples: [
    {
      id: '019ced2c-0e66-7a4c-8c2e-7a0d3c8b5f00',
      resource: 'events',
      data: {
        type: 'risk.subject.created',
        resource: 'subjects',
        resourceId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
        subjectId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
        actor: 'api_key:019ced2b-aa00-7000-8000-5d3c2b1a0f00',
        reason: null,
        details: null,
        occurredAt: '2026-03-14T09:26:53.589Z',
      },
    },
  ],
});

/** Details are sorted, because DynamoDB does not preserve the order of properties. */
export function presentEvent(event: Omit<RecordedEvent, 'payload'>): z.infer<typeof EventRecord> {
  const { type, resource, resourceId, subjectId, actor, reason, details, occurredAt } = event;
  const sorted = Object.entries(details ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    id: event.id,
    resource: 'events',
    data: {
      type,
      resource,
      resourceId,
      subjectId,
      actor,
      reason,
      details: details && Object.fromEntries(sorted),
      occurredAt,
    },
  };
}

/** Event about a record, delivered to webhooks. */
export const riskEvent = (
  type: keyof typeof riskNotifications,
  { resource, id }: { resource: string; id: string },
  about: Pick<NewEvent, 'subjectId' | 'reason' | 'details' | 'payload'>,
): NewEvent => ({ type, resource, resourceId: id, announced: true, ...about });

/** Event about a record that is stored in the history and not delivered to webhooks. */
export const recordEvent = (
  type: `${'risk' | 'work'}.${string}`,
  { resource, id }: { resource: string; id: string },
  about: { subjectId?: string | null; reason?: string; details?: Record<string, unknown> } = {},
): NewEvent => ({ type, resource, resourceId: id, subjectId: null, announced: false, ...about });
