import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Alarms } from './alarms.ts';
import { COUNT, sumOf } from './metrics.ts';

/** CloudWatch allows ten metrics in one alarm. */
const METRICS_PER_ALARM = 10;

/**
 * Alarms on errors of asynchronous functions, ten functions per alarm. For functions behind the API
 * the access log provides one metric.
 */
export function addFunctionAlarms(scope: Construct, alarms: Alarms, functions: Readonly<Record<string, IFunction>>) {
  const group = scope.node.id;
  const entries = Object.entries(functions);
  for (let first = 0; first < entries.length; first += METRICS_PER_ALARM) {
    const some = entries.slice(first, first + METRICS_PER_ALARM);
    const names = some.map(([name]) => name).join(', ');
    alarms.add(scope, `Errors${first}`, {
      metric: sumOf(
        'errors',
        some.map(([, fn]) => fn.metricErrors(COUNT)),
      ),
      tolerates: 0,
      means: `A function of ${group} failed, one of ${names}.`,
      runbook: 'function-errors',
    });
  }
}
