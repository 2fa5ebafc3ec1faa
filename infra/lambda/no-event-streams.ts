/**
 * Replaces `@smithy/core/event-streams` and its dependents in the bundles. The SDK loads them for
 * operations that stream events; the services we call use none of those. Clients that have such
 * operations only pass their configuration through.
 */
export class EventStreamSerde {
  constructor() {
    leftOut();
  }
}

const unchanged = <Config>(config: Config): Config => config;

export const resolveEventStreamSerdeConfig = unchanged;
export const resolveEventStreamConfig = unchanged;
export const resolveWebSocketConfig = unchanged;

export const eventStreamSerdeProvider = leftOut;
export const eventStreamPayloadHandlerProvider = leftOut;
export const getEventStreamPlugin = leftOut;
export const getWebSocketPlugin = leftOut;

function leftOut(): never {
  throw new Error('Event streams are left out of the bundles: see infra/bundle.ts.');
}
