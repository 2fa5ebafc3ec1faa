/** What functions of other modules say about the API. */
export { describeEventType, describeEventTypes } from './event-types.ts';
