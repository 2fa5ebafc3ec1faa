import { Stack } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { Stage } from '../stage.ts';

/** Sections of `docs/operations.md`, by the anchor of their heading. A test holds that each exists. */
export type Runbook =
  | 'api-failures'
  | 'api-crashes'
  | 'api-latency'
  | 'defects'
  | 'due-work'
  | 'function-errors'
  | 'lambda-throttles'
  | 'mail-reputation'
  | 'queue-age'
  | 'queue-dead-letters'
  | 'screening-lists'
  | 'silent-workers'
  | 'stream-age'
  | 'stream-dead-letters'
  | 'table-throttles';

export interface AlarmProps {
  metric: IMetric;
  /** The highest value that is still in order. */
  tolerates: number;
  /** What the person who receives it should know. */
  means: string;
  runbook: Runbook;
  /** How many periods in a row it must last. */
  periods?: number;
  /** Raises the alarm when there is no value above `tolerates`, and when there is no data at all. */
  whenSilent?: boolean;
}

/** One topic that every alarm of the service reports to. */
export class Alarms extends Construct {
  readonly topic: Topic;

  constructor(
    scope: Construct,
    id: string,
    { stage, email }: { stage: Stage; email: string | undefined },
  ) {
    super(scope, id);

    // A key of its own: alarms need CloudWatch to use the key, and it has no business with our data.
    const key = new Key(this, 'Key', {
      description: `Assay ${stage.name}: alarm notifications`,
      enableKeyRotation: true,
      removalPolicy: stage.removalPolicy,
    });
    this.topic = new Topic(this, 'Topic', { masterKey: key, enforceSSL: true });

    // The policy that demands TLS replaces the default one, under which CloudWatch could publish.
    const cloudWatch = new ServicePrincipal('cloudwatch.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
    });
    this.topic.grantPublish(cloudWatch);

    if (email) this.topic.addSubscription(new EmailSubscription(email));
  }

  /** Adds an alarm where it belongs, which may be a nested stack. */
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
