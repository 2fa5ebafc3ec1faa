import * as z from 'zod';
import { Timestamp } from '#shared/platform/http/shapes.ts';
import { EVENT_CATALOGUE } from './event-catalogue.ts';

/** What a receiver is sent, as the documentation describes it; `payload.ts` writes it. */
export const Notification = z
  .object({
    eventId: z.uuid().describe('The same on every attempt and for every subscription.'),
    event: z.enum(Object.keys(EVENT_CATALOGUE)),
    timestamp: Timestamp.describe('When it happened.'),
    data: z.looseObject({
      organizationId: z.uuid(),
      subjectId: z.uuid().nullable().describe('Null where it concerns no subject.'),
      resourceId: z.uuid().describe('The record that changed.'),
      sandbox: z.boolean().describe('True for test mode.'),
    }),
  })
  .meta({
    id: 'Notification',
    examples: [
      {
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
    ],
  });
