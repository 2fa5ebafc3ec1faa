import type { Mode } from './caller.ts';
import type { Write } from './store/store.ts';

/**
 * The change a use case returns: rows to write, events to store and send, and the answer. It is committed
 * as one transaction or not at all.
 */
export interface Change<Result = unknown> {
  writes: readonly Write[];
  events: readonly NewEvent[];
  result: Result;
  /** Set by a use case that needs the ids of its events: event n is member n of this row. */
  eventsRowId?: string;
  /**
   * The mode of the changed record if it differs from the caller's; `both` for the organization as a whole.
   * Events are stored in the history of that mode and sent to its webhooks.
   */
  historyMode?: Mode | 'both';
  /**
   * Messages sent after the commit. They only reduce latency: a message may be lost, so a schedule must
   * find the same work in the database.
   */
  hints?: readonly Hint[];
}

/** A function, so that modules without hints do not bundle the SQS client. */
export type Hint = () => Promise<void>;

export interface EventSample {
  event: string;
  data: Record<string, unknown>;
}

/** An event as stored in the history and sent to webhooks. */
export interface NewEvent {
  /** Its name, such as `risk.subject.created`. */
  type: string;
  /** The kind and id of what changed. */
  resource: string;
  resourceId: string;
  /** The subject it concerns, if any. */
  subjectId: string | null;
  /** The reason in the words of the user. Never leaves the history. */
  reason?: string;
  /** Details of the event. Never leaves the history. */
  details?: Record<string, unknown>;
  /** Data of the webhook payload beyond the ids. */
  payload?: Record<string, unknown>;
  /** Sent in place of the event: the example of another one, so that a receiver can be tested. */
  sample?: EventSample;
  /** False for events that are stored in the history only. */
  announced: boolean;
  /** The only webhooks to send it to, instead of all that select its type. */
  to?: readonly string[];
}

export type { Write };
