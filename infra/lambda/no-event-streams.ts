/**
 * Stands in for `@smithy/core/event-streams` and what builds upon it inside the bundles. The SDK loads
 * them for operations that stream events in either direction; none of the services we call has one in
 * use. Clients that have such operations only pass their configuration through.
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
