/**
 * Every metric of our own, with what it counts. CloudWatch bills a metric by the month, once for every
 * combination of its dimensions: so there is one for what wakes somebody, none for each operation, and
 * the log for all else.
 */
export interface MetricDefinition {
  counts: string;
}

export const metrics = {
  Defects: { counts: 'defects, including those that were handled' },
  RatesUnchecked: { counts: 'requests allowed because their rate limit could not be checked' },
  ListsInTrouble: { counts: 'screening lists that need an operator' },
  OldestDueSeconds: { counts: 'how long the oldest row of a `line` has been due, at each tick' },
} as const satisfies Record<string, MetricDefinition>;

/** Work that waits for a tick, by the `line` dimension of `OldestDueSeconds`. */
export const dueLines = {
  outbox: 'events that were not dispatched to webhooks',
  deliveries: 'webhook deliveries and recoveries whose message was lost',
  monitoring: 'monitored subjects whose check is due',
  evidence: 'new evidence of monitored subjects',
  investigations: 'investigations whose message was lost',
  screenings: 'screening steps of verification sessions',
  documents: 'documents that expired or are to be erased',
  emails: 'emails to signers',
  erasures: 'deleted organizations whose data is to be erased',
} as const;

export type DueLineName = keyof typeof dueLines;

export type MetricName = keyof typeof metrics;

/** The one dimension that all of them have. */
export const SERVICE_NAME = 'assay';
