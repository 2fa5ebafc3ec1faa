import * as z from 'zod';
import { Timestamp } from '#shared/platform/http/shapes.ts';

/** The schema of a webhook payload for the documentation; `payload.ts` builds the payload. */
export const notificationOf = (event: string, data: z.ZodObject) =>
  z
    .object({
      eventId: z.uuid().meta({
        description: 'The same in every attempt and for every webhook.',
        examples: ['019ced2d-1f66-7a4c-8f3e-1a0d3c8b5f00'],
      }),
      event: z.literal(event),
      timestamp: Timestamp.describe('When the event occurred.'),
      data: z.object({
        organizationId: z.uuid().meta({ examples: ['019ced2b-0000-7000-8000-5d3c2b1a0f00'] }),
        ...data.shape,
        sandbox: z.boolean().describe('True for test mode.'),
      }),
      test: z
        .literal(true)
        .optional()
        .describe('In test events that were requested for this type: the ids in `data` are examples.'),
    })
    .meta({ id: `${inPascalCase(event)}Notification` });

/** `screening.match.found` -> `ScreeningMatchFound`. */
const inPascalCase = (event: string) => event.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());
