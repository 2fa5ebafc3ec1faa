import { exampleOf } from './openapi-examples.ts';
import { type JsonSchema, SCHEMA_PREFIX } from './openapi-schemas.ts';

/** What the service sends by itself: one message for each type of event, all of one shape. */
export interface Notifications {
  /** The component that describes the message. */
  component: string;
  /** Type -> when it is sent. */
  types: Record<string, string>;
}

const header = (name: string, description: string, schema: JsonSchema = { type: 'string' }) => ({
  ...{ name, in: 'header', required: true, description, schema },
});

const HEADERS = [
  header('X-Webhook-Event', 'The type of the event. Believe the body, which is signed.'),
  header('X-Timestamp', 'Unix seconds. Refuse what is more than 300 seconds off.'),
  header('X-Signature', '`v1=` and the hex HMAC-SHA256 of timestamp, full stop and body.'),
  header('webhook-id', 'The event’s id, as the Standard Webhooks specification has it.'),
  header('webhook-timestamp', 'The same as `X-Timestamp`.'),
  header('webhook-signature', 'The signature of the Standard Webhooks specification.'),
];

/** The `webhooks` of an OpenAPI document, from which receivers can be generated. */
export function webhooksOf(
  { component, types }: Notifications,
  components: Record<string, JsonSchema>,
) {
  const schema = { $ref: SCHEMA_PREFIX + component };
  const example = exampleOf(schema, components) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(types).map(([event, summary]) => [
      event,
      {
        post: {
          summary,
          parameters: HEADERS,
          requestBody: {
            required: true,
            content: { 'application/json': { schema, example: { ...example, event } } },
          },
          responses: {
            '2XX': { description: 'Received; a repeated event is answered the same way.' },
            default: { description: 'Sent again: five attempts, the first wait is 60 seconds.' },
          },
        },
      },
    ]),
  );
}
