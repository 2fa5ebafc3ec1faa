import type * as z from 'zod';
import { documentNotifications } from './documents/notifications.ts';
import { organizationNotifications } from './organization/notifications.ts';
import { riskNotifications } from './risk/notifications.ts';
import { screeningNotifications } from './screening/notifications.ts';
import type { EventType } from './webhooks/event-catalogue.ts';
import { webhookNotifications } from './webhooks/notifications.ts';

/** What receivers are told of every event there is: each module states its own. */
export const notifications = {
  ...riskNotifications,
  ...screeningNotifications,
  ...documentNotifications,
  ...organizationNotifications,
  ...webhookNotifications,
} satisfies Record<EventType, z.ZodObject>;

/** What a receiver is sent; `event` tells which one it is. */
export type Notification = { [Event in EventType]: NotificationOf<Event> }[EventType];

export interface NotificationOf<Event extends EventType> {
  eventId: string;
  event: Event;
  timestamp: string;
  data: { organizationId: string; sandbox: boolean } & z.infer<(typeof notifications)[Event]>;
}
