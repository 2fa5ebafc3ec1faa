import type * as z from 'zod';
import { documentNotifications } from './documents/notifications.ts';
import { jobNotifications } from './jobs/notifications.ts';
import { organizationNotifications } from './organization/notifications.ts';
import { riskNotifications } from './risk/notifications.ts';
import { screeningNotifications } from './screening/notifications.ts';
import { verificationNotifications } from './verification/notifications.ts';
import type { EventType } from './webhooks/contract.ts';
import { webhookNotifications } from './webhooks/notifications.ts';

/** The webhook payloads of all events, defined by each module. */
export const notifications = {
  ...riskNotifications,
  ...verificationNotifications,
  ...screeningNotifications,
  ...documentNotifications,
  ...jobNotifications,
  ...organizationNotifications,
  ...webhookNotifications,
} satisfies Record<EventType, z.ZodObject>;

/** A webhook payload; `event` discriminates. */
export type Notification = { [Event in EventType]: NotificationOf<Event> }[EventType];

interface NotificationOf<Event extends EventType> {
  eventId: string;
  event: Event;
  timestamp: string;
  data: { organizationId: string; sandbox: boolean } & z.infer<(typeof notifications)[Event]>;
  test?: true;
}
