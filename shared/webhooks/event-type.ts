import * as z from 'zod';
import { EVENT_TYPES } from './event-catalogue.ts';
import { FILTER_NAMES } from './filter-names.ts';

/** What a receiver needs to know about an event. */
const WebhookEventType = z
  .object({
    event: z.enum(EVENT_TYPES),
    version: z
      .int()
      .min(1)
      .describe(
        'Version of the payload. It is raised if a member is removed or changes its meaning, not if one is added.',
      ),
    description: z.string().describe('When the event occurs.'),
    filters: z.array(z.enum(FILTER_NAMES)).describe('Members of a `filter` that the event can match.'),
    sample: z.record(z.string(), z.unknown()).describe('An example of the payload.'),
    schema: z.record(z.string(), z.unknown()).describe('JSON Schema of the payload, draft 2020-12.'),
  })
  .meta({
    id: 'WebhookEventType',
    examples: [
      {
        event: 'risk.subject.created',
        version: 1,
        description: 'A subject was created.',
        filters: ['subjectIds'],
        sample: {
          eventId: '019ced2d-1f66-7a4c-8f3e-1a0d3c8b5f00',
          event: 'risk.subject.created',
          timestamp: '2026-03-14T09:26:53.589Z',
          data: {
            organizationId: '019ced2b-0000-7000-8000-5d3c2b1a0f00',
            subjectId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
            resourceId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
            sandbox: true,
          },
        },
        schema: { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' },
      },
    ],
  });

export const WebhookEventTypes = z.object({ items: z.array(WebhookEventType) }).meta({ id: 'WebhookEventTypes' });
