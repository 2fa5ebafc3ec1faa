/**
 * All custom metrics. CloudWatch bills a metric monthly for each combination of dimensions, so metrics
 * exist only for alarms, none per operation; everything else is in the log.
 */
interface MetricDefinition {
  counts: string;
}

const metrics = {
  Defects: { counts: 'defects, including those that were handled' },
  DependencyFailures: { counts: 'emails, model calls, messages and reads of lists that failed outside the code' },
  Failures: { counts: 'defects and refused requests by `function` and `version`, for the alarms of releases' },
  RatesUnchecked: { counts: 'requests allowed because their rate limit could not be checked' },
  ShardPlanDiffers: { counts: 'processes whose shard plan is not the stored one' },
  DeletionsRequested: { counts: 'requested deletions of organizations' },
  ListsInTrouble: { counts: 'screening lists that need an operator' },
  OldestDueSeconds: { counts: 'how long the oldest row of a `line` has been due, at each tick' },
} as const satisfies Record<string, MetricDefinition>;

/** Work that waits for a tick; the `line` dimension of `OldestDueSeconds`. */
export const dueLines = {
  outbox: 'events that were not dispatched to webhooks',
  deliveries: 'webhook deliveries and recoveries whose message was lost',
  monitoring: 'monitored subjects whose check is due',
  evidence: 'new evidence of monitored subjects',
  investigations: 'investigations whose message was lost',
  overrides: 'overrides whose expiry is not in the history yet',
  screenings: 'screening steps of verification sessions',
  documents: 'documents that expired or are to be erased',
  emails: 'emails to signers',
  digests: 'email digests of notifications',
  jobs: 'jobs whose message was lost',
  watches: 'organizations whose watches wait to be screened',
  audit: 'audit logs that are to be sealed',
  quality: 'plans of quality samples whose next draw is due',
  erasures: 'deleted organizations whose data is to be erased',
} as const;

export type DueLineName = keyof typeof dueLines;

export type MetricName = keyof typeof metrics;

/** The only dimension that all metrics have. */
export const SERVICE_NAME = 'assay';
