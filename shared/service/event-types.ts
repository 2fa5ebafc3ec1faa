import { notifications } from '#shared/notifications.ts';
import { describeNotification, type Notifications } from '#shared/platform/http/openapi-webhooks.ts';
import { EVENT_CATALOGUE, type EventType, notificationOf } from '#shared/webhooks/contract.ts';
import { EXAMPLE_VALUES } from './example-values.ts';

const EVENTS = Object.keys(EVENT_CATALOGUE) as EventType[];

/** The payload of every event, from the catalogue and the shapes of the modules. */
export const NOTIFICATIONS: Notifications = Object.fromEntries(EVENTS.map((event) => [event, payloadOf(event)]));

function payloadOf(event: EventType) {
  return { when: EVENT_CATALOGUE[event].when, shape: notificationOf(event, notifications[event]) };
}

/** An event type with a schema that refers to nothing outside, and the example of the OpenAPI document. */
export function describeEventType(event: EventType) {
  const { when, version, filters } = EVENT_CATALOGUE[event];
  const { schema, sample } = describeNotification(payloadOf(event), EXAMPLE_VALUES);
  return { event, version, description: when, filters: [...filters], sample, schema };
}

export const describeEventTypes = () => EVENTS.map(describeEventType);
