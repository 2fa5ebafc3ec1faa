/** Shapes and pure functions that route tables, the client and infra may import. */
export { EVENT_CATALOGUE, type EventType } from './event-catalogue.ts';
export { notificationOf } from './notification.ts';
export { webhookBodyOf } from './payload.ts';
