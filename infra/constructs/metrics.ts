import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { type MetricName, SERVICE_NAME } from '#shared/metrics.ts';
import { type TableDefinition, type TableName, tables } from '#shared/tables.ts';
import { metricNamespace, type Stage } from '../stage.ts';

/** Period of alarms and graphs. */
export const PERIOD = Duration.minutes(5);

/** Sums, not averages: occurrences per period. */
export const COUNT = { statistic: 'Sum', period: PERIOD };

/** A metric that functions write into their logs (embedded metric format). */
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
 * Adds several metrics. `SUM` ignores a metric without data; with `+` one function without calls
 * would hide the errors of all others. Metric ids must be unique within a graph.
 */
export const sumOf = (name: string, metrics: readonly IMetric[]) =>
  new MathExpression({
    expression: `SUM([${metrics.map((_, index) => `${name}${index}`).join(', ')}])`,
    usingMetrics: Object.fromEntries(metrics.map((metric, index) => [`${name}${index}`, metric])),
    label: name,
    period: PERIOD,
  });

/**
 * Throttled requests of a table. A table's metric excludes its indexes, and an index that cannot
 * keep up throttles writes to the table. Throttled reads of an index are rare and appear as errors
 * of the caller.
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
