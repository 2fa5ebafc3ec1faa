import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { type MetricName, SERVICE_NAME } from '#shared/metrics.ts';
import { type TableDefinition, type TableName, tables } from '#shared/tables.ts';
import { metricNamespace, type Stage } from '../stage.ts';

/** Over which time one datum of an alarm or graph is taken. */
export const PERIOD = Duration.minutes(5);

/** Counts, not averages: how often it happened in a period. */
export const COUNT = { statistic: 'Sum', period: PERIOD };

/** One of the metrics that our functions write into their logs. */
export const ownMetric = (
  stage: Stage,
  metricName: MetricName,
  over: { statistic: string; period: Duration } = COUNT,
  dimensions: Record<string, string> = {},
) =>
  new Metric({
    namespace: metricNamespace(stage),
    metricName,
    dimensionsMap: { service: SERVICE_NAME, ...dimensions },
    ...over,
  });

/**
 * Several metrics as one. `SUM` passes over a metric without data; with `+` one function that was not
 * called would hide the failures of all others. Within a graph every name must be another.
 */
export const sumOf = (name: string, metrics: readonly IMetric[]) =>
  new MathExpression({
    expression: `SUM([${metrics.map((_, index) => `${name}${index}`).join(', ')}])`,
    usingMetrics: Object.fromEntries(metrics.map((metric, index) => [`${name}${index}`, metric])),
    label: name,
    period: PERIOD,
  });

/**
 * Requests that DynamoDB refused for their rate. What a table counts leaves its indexes out, and one that
 * cannot keep up has writes to the table refused. Reads of an index are few, and who is refused one says so.
 */
export const throttlesOf = (name: TableName, table: Table) =>
  sumOf(name, [
    table.metric('ReadThrottleEvents', COUNT),
    table.metric('WriteThrottleEvents', COUNT),
    ...indexesOf(name).map((GlobalSecondaryIndexName) =>
      table.metric('WriteThrottleEvents', {
        ...COUNT,
        dimensionsMap: { TableName: table.tableName, GlobalSecondaryIndexName },
      }),
    ),
  ]);

const indexesOf = (name: TableName) => {
  const { indexes = {} }: TableDefinition = tables[name];
  return Object.keys(indexes);
};
