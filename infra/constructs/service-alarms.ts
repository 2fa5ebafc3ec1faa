import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { Service } from '../service.ts';
import { COUNT, ownMetric } from './metrics.ts';

/** Counted every half hour. The least of an hour: what is mended, or loaded for the first time, wakes nobody. */
const STANDING = { statistic: 'Minimum', period: Duration.hours(1) };

/** Of all functions of the account and region: they share what they are throttled for. */
const THROTTLES = new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', ...COUNT });

/** Alarms on what no one function, queue or table can tell. */
export function addServiceAlarms(scope: Construct, { stage, alarms }: Service) {
  alarms.add(scope, 'DefectAlarm', {
    metric: ownMetric(stage, 'Defects'),
    tolerates: 0,
    means:
      'Something of ours failed, though it may have been answered: search the logs for "defect". ' +
      'A letter not sent, a screening that was an error and a model that refuses are among these.',
  });
  alarms.add(scope, 'ListAlarm', {
    metric: ownMetric(stage, 'ListsInTrouble', STANDING),
    tolerates: 0,
    periods: 2,
    means:
      'A screening list is stale, was never loaded or waits for a word, and runs against it are ' +
      'incomplete. GET /screening/sources says which and why: approve the version held back, or ' +
      'hand a file in.',
  });
  alarms.add(scope, 'ThrottleAlarm', {
    metric: THROTTLES,
    tolerates: 0,
    means:
      'For want of concurrency Lambda refused to run a function, if not of ours then of another ' +
      'stage or service of this account. Ask for a higher quota of concurrent executions.',
  });
}
