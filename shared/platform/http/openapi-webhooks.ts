import * as z from 'zod';
import { type ExampleSources, type ExampleValues, exampleOf } from './openapi-examples.ts';
import { convertShapes, type JsonSchema, schemaOf } from './openapi-schemas.ts';

/** Webhook payloads by event type: when an event occurs, and its shape. */
interface Notification {
  when: string;
  shape: z.ZodObject;
}
export type Notifications = Record<string, Notification>;

/** The shapes of all payloads, and their union for receivers with one URL for all events. */
export function notificationShapes(notifications: Notifications): Record<string, z.ZodType> {
  const shapes = Object.entries(notifications).map(([event, { shape }]) => [event, shape] as const);
  const [first, ...others] = shapes.map(([, shape]) => shape);
  if (!first) return {};
  const any = z.discriminatedUnion('event', [first, ...others]).meta({ id: 'Notification' });
  return { any, ...Object.fromEntries(shapes) };
}

const PLACE = { owner: 'webhooks', name: '' };

/** A payload for readers of one event: its whole schema, and the example of the document. */
export function describeNotification({ shape }: Notification, values: ExampleValues) {
  const { schemas, components } = convertShapes([], { shape });
  const sample = exampleOf(schemas.shape ?? {}, { components, values }, PLACE);
  return { schema: schemaOf(shape), sample: sample as Record<string, unknown> };
}

const header = (name: string, description: string, schema: JsonSchema = { type: 'string' }) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
});

const HEADERS = [
  header('X-Webhook-Event', 'The type of the event. Rely on the signed body.'),
  header('X-Timestamp', 'Unix seconds. Refuse deliveries that are more than 300 seconds off.'),
  header('X-Signature', '`v1=` and the hex HMAC-SHA256 of timestamp, full stop and body.'),
  header('webhook-id', 'The event’s id, as defined by Standard Webhooks.'),
  header('webhook-timestamp', 'The same as `X-Timestamp`.'),
  header('webhook-signature', 'The signature, as defined by Standard Webhooks.'),
];

/** The `webhooks` of an OpenAPI document, from which receivers can be generated. */
export function webhooksOf(notifications: Notifications, schemas: Record<string, JsonSchema>, sources: ExampleSources) {
  return Object.fromEntries(
    Object.entries(notifications).map(([event, { when }]) => {
      const schema = schemas[event] ?? {};
      const example = exampleOf(schema, sources, PLACE);
      return [
        event,
        {
          post: {
            operationId: operationIdOf(event),
            summary: when,
            // Of the schemes of the API; receivers verify the signature in the headers.
            security: [],
            parameters: HEADERS,
            requestBody: {
              required: true,
              content: { 'application/json': { schema, example } },
            },
            responses: {
              '2XX': { description: 'Received. Answer a repeated event the same way.' },
              default: { description: 'Retried: five attempts in all, the second after at least 60 seconds.' },
            },
          },
        },
      ];
    }),
  );
}

/** `risk.subject.created` -> `onRiskSubjectCreated`, which no operation of the API is called. */
const operationIdOf = (event: string) =>
  `on${event.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}`;
