/** Shapes and pure functions that route tables, the client and infra may import. */
export type { EventType } from './event-catalogue.ts';
export { webhookBodyOf } from './payload.ts';
