/**
 * Every metric of our own, with what it counts. CloudWatch bills a metric by the month, once for every
 * combination of its dimensions: so there is one for what wakes somebody, none for each operation, and
 * the log for all else.
 */
export interface MetricDefinition {
  counts: string;
}

export const metrics = {
  Defects: { counts: 'failures of ours, those included that were caught and answered' },
  ListsInTrouble: { counts: 'screening lists that a person has to look at, as of now' },
} as const satisfies Record<string, MetricDefinition>;

export type MetricName = keyof typeof metrics;

/** The one dimension that all of them have. */
export const SERVICE_NAME = 'assay';
