import type { Mode } from './caller.ts';
import type { Item, Key, Write } from './store/store.ts';

/**
 * What a use case wants done: rows to write, events to remember and announce, and what to answer. It
 * is committed as one transaction or not at all.
 */
export interface Change<Result = unknown> {
  writes: readonly Write[];
  events: readonly NewEvent[];
  result: Result;
  /** Chosen by a use case that has to know its events' ids: event n is member n of this row. */
  eventsRowId?: string;
  /**
   * The mode of what was changed, where it differs from the caller's; `both` for the organization as a whole.
   * The events are in the history of that mode and go to its webhooks.
   */
  historyMode?: Mode | 'both';
  /**
   * Messages sent once the change is committed. They only make things prompt: one may be lost, so a
   * schedule must find the same work in the database.
   */
  hints?: readonly Hint[];
}

/** Sends itself; whoever gives none carries no queue with them. */
export type Hint = () => Promise<void>;

/** Something that happened, as history keeps it and subscribers hear of it. */
export interface NewEvent {
  /** Its name, such as `risk.subject.created`. */
  type: string;
  /** The kind and id of what changed. */
  resource: string;
  resourceId: string;
  /** The subject it concerns, if any. */
  subjectId: string | null;
  /** Why, in the words of the person who did it. Never leaves the history. */
  reason?: string;
  /** What was told of it. Never leaves the history. */
  details?: Record<string, unknown>;
  /** What a notification carries beyond the ids. */
  payload?: Record<string, unknown>;
  /** False for events that only history keeps. */
  announced: boolean;
  /** The only subscriptions to be told, instead of all that hear its type. */
  to?: readonly string[];
}

export type { Item, Key, Write };
