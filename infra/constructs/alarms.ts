import { Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { Stage } from '../stage.ts';

/** Sections of `docs/operations.md` by anchor. A test checks that each exists. */
export type Runbook =
  | 'api-failures'
  | 'api-crashes'
  | 'api-latency'
  | 'defects'
  | 'deletions'
  | 'dependency-failures'
  | 'due-work'
  | 'function-errors'
  | 'lambda-throttles'
  | 'mail-reputation'
  | 'queue-age'
  | 'queue-dead-letters'
  | 'rates-unchecked'
  | 'release-failures'
  | 'screening-lists'
  | 'shard-plan-differs'
  | 'silent-workers'
  | 'stream-age'
  | 'stream-dead-letters'
  | 'table-throttles';

export interface AlarmProps {
  metric: IMetric;
  /** The highest acceptable value. */
  tolerates: number;
  /** Description for the person who receives the alarm. */
  means: string;
  runbook: Runbook;
  /** Number of consecutive periods before the alarm is raised. */
  periods?: number;
  /** Raises the alarm if no value is above `tolerates`, or if there is no data. */
  whenSilent?: boolean;
}

/** All alarms of the service, with one SNS topic. */
export class Alarms extends Construct {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, { stage, email }: { stage: Stage; email: string | undefined }) {
    super(scope, id);

    // A separate key: CloudWatch needs access to it, and must not have access to the data key.
    const key = new Key(this, 'Key', {
      description: `Assay ${stage.name}: alarm notifications`,
      enableKeyRotation: true,
      removalPolicy: stage.removalPolicy,
    });
    this.topic = new Topic(this, 'Topic', { masterKey: key, enforceSSL: true });

    // The policy that requires TLS replaces the default policy, which lets CloudWatch publish.
    const cloudWatch = new ServicePrincipal('cloudwatch.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
    });
    this.topic.grantPublish(cloudWatch);

    if (email) this.topic.addSubscription(new EmailSubscription(email));
  }

  /** Adds an alarm in the scope of its resource, which may be a nested stack. */
  add(scope: Construct, id: string, props: AlarmProps) {
    const { metric, tolerates, means, runbook, periods = 1, whenSilent = false } = props;
    const alarm = new Alarm(scope, id, {
      metric,
      threshold: tolerates,
      comparisonOperator: whenSilent
        ? ComparisonOperator.LESS_THAN_OR_EQUAL_TO_THRESHOLD
        : ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: periods,
      treatMissingData: whenSilent ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
      alarmDescription: `${means} Runbook: docs/operations.md#${runbook}`,
    });
    alarm.addAlarmAction(new SnsAction(this.topic));
    return alarm;
  }
}
