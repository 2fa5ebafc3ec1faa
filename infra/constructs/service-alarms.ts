import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { Service } from '../service.ts';
import type { Alarms } from './alarms.ts';
import { COUNT, ownMetric } from './metrics.ts';

/**
 * Counted every half hour. The minimum over an hour ignores lists that recover or load for the
 * first time.
 */
const STANDING = { statistic: 'Minimum', period: Duration.hours(1) };

/** A process compares its shard plan with the stored one every ten minutes. */
const PLAN_COMPARED = { statistic: 'Sum', period: Duration.minutes(15) };

/** A lost connection now and then is normal: a take has no retries. */
const TOLERATED_UNCHECKED = 50;

/**
 * Throttles of all functions of the account and region, because they share the concurrency limit.
 */
const THROTTLES = new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', ...COUNT });

export type ServiceAlarmsProps = Pick<Service, 'stage' | 'alarms' | 'settings'>;

/** Alarms that do not belong to a single function, queue or table. */
export function addServiceAlarms(scope: Construct, props: ServiceAlarmsProps) {
  const { stage, alarms, settings } = props;
  alarms.add(scope, 'DefectAlarm', {
    metric: ownMetric(stage, 'Defects'),
    tolerates: 0,
    means: 'A defect was logged, possibly in a request that was answered: search the logs for "defect".',
    runbook: 'defects',
  });
  alarms.add(scope, 'DependencyAlarm', {
    metric: ownMetric(stage, 'DependencyFailures'),
    tolerates: 0,
    means:
      'An email was not sent, the language model refused, or a list or queue could not be reached: search the ' +
      'logs for "dependency failure".',
    runbook: 'dependency-failures',
  });
  alarms.add(scope, 'ListAlarm', {
    metric: ownMetric(stage, 'ListsInTrouble', STANDING),
    tolerates: 0,
    periods: 2,
    means:
      'A screening list is stale, was never loaded or waits for approval, and runs against it are ' +
      'incomplete. GET /screening/sources says which and why: approve the pending version, or ' +
      'upload a file.',
    runbook: 'screening-lists',
  });
  alarms.add(scope, 'ShardPlanAlarm', {
    metric: ownMetric(stage, 'ShardPlanDiffers', PLAN_COMPARED),
    tolerates: 0,
    means:
      'Functions were deployed with a shard plan that is not the stored one. They refuse every request, ' +
      'or will when a stored step begins: deploy with the plan of the stage.',
    runbook: 'shard-plan-differs',
  });
  alarms.add(scope, 'RateAlarm', {
    metric: ownMetric(stage, 'RatesUnchecked'),
    tolerates: TOLERATED_UNCHECKED,
    means:
      'Requests were allowed without checking their rate limit, because DynamoDB did not answer. ' +
      'Callers over their limit are not refused meanwhile.',
    runbook: 'rates-unchecked',
  });
  alarms.add(scope, 'DeletionAlarm', {
    metric: ownMetric(stage, 'DeletionsRequested'),
    tolerates: 0,
    means:
      'An owner has requested the deletion of an organization. It can be revoked for 24 hours. Records may have to be kept ' +
      'for years: ask the organization.',
    runbook: 'deletions',
  });
  alarms.add(scope, 'ThrottleAlarm', {
    metric: THROTTLES,
    tolerates: 0,
    means:
      'Lambda refused to run a function of this account: its concurrent executions, or those ' +
      'reserved for the function, are used up.',
    runbook: 'lambda-throttles',
  });
  if (settings.mailFrom !== undefined) addReputationAlarms(scope, alarms);
}

/** Rates at which SES puts an account under review; at twice the first it may stop sending. */
const TOLERATED_BOUNCES = 0.05;
const TOLERATED_COMPLAINTS = 0.001;

function addReputationAlarms(scope: Construct, alarms: Alarms) {
  const reputation = (metricName: string) =>
    new Metric({
      namespace: 'AWS/SES',
      metricName: `Reputation.${metricName}`,
      statistic: 'Average',
      period: Duration.hours(1),
    });
  alarms.add(scope, 'BounceAlarm', {
    metric: reputation('BounceRate'),
    tolerates: TOLERATED_BOUNCES,
    means: 'More than 5 % of the emails of this account bounce. SES stops sending at 10 %.',
    runbook: 'mail-reputation',
  });
  alarms.add(scope, 'ComplaintAlarm', {
    metric: reputation('ComplaintRate'),
    tolerates: TOLERATED_COMPLAINTS,
    means: 'More than 0.1 % of the emails of this account are reported as spam.',
    runbook: 'mail-reputation',
  });
}
