/**
 * Stands in for `@smithy/core/event-streams` inside the bundles. The SDK loads it for operations that
 * stream events in either direction; none of the services we call has one in use.
 */
export class EventStreamSerde {
  constructor() {
    throw new Error('Event streams are left out of the bundles: see infra/bundle.ts.');
  }
}
