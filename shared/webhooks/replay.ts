import type { RecordedEvent } from '#shared/platform/store/history.ts';
import { EVENT_CATALOGUE } from './event-catalogue.ts';
import { matchesFilter } from './filter.ts';
import { selects } from './subscribers.ts';
import type { Subscription } from './subscription.ts';

/**
 * Whether a replay sends an event of the history to the webhook. A test event is for one webhook at one time, and a
 * webhook is not told that it was disabled itself.
 */
export const isReplayable = (
  event: Pick<RecordedEvent, 'type' | 'resourceId' | 'subjectId' | 'payload' | 'details'>,
  { id, events, filter }: Pick<Subscription, 'id' | 'events' | 'filter'>,
  wanted: string[] = events,
): boolean => {
  const { type, resourceId } = event;
  return (
    Object.hasOwn(EVENT_CATALOGUE, type) &&
    type !== 'webhook.ping' &&
    !(type === 'webhook.disabled' && resourceId === id) &&
    selects({ events: wanted }, type) &&
    matchesFilter(event, filter)
  );
};
