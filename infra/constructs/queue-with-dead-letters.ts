import { Duration } from 'aws-cdk-lib';
import { type IQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { QueueDefinition } from '#shared/queues.ts';
import type { Alarms, Runbook } from './alarms.ts';
import { PERIOD } from './metrics.ts';

/** SQS's maximum retention, to leave time for an investigation. */
const DEAD_LETTER_RETENTION = Duration.days(14);
/** Age of the oldest message that raises an alarm. */
export const WAITS_TOO_LONG = Duration.hours(1);

export interface DeadLettersProps {
  alarms: Alarms;
  /** Meaning and remedy for the person who receives the alarm. */
  means: string;
  runbook: Runbook;
}

/** Receives messages that failed too often; the first one raises an alarm. */
export class DeadLetters extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string, { alarms, means, runbook }: DeadLettersProps) {
    super(scope, id);

    this.queue = new Queue(this, 'Queue', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: DEAD_LETTER_RETENTION,
    });
    alarms.add(this, 'Alarm', {
      metric: this.queue.metricApproximateNumberOfMessagesVisible({
        statistic: 'Maximum',
        period: PERIOD,
      }),
      tolerates: 0,
      means,
      runbook,
    });
  }
}

export interface QueueWithDeadLettersProps {
  definition: QueueDefinition;
  alarms: Alarms;
}

/** A queue with a dead-letter queue and alarms, so that no message is lost silently. */
export class QueueWithDeadLetters extends Construct {
  readonly queue: IQueue;

  constructor(scope: Construct, id: string, { definition, alarms }: QueueWithDeadLettersProps) {
    super(scope, id);

    const deadLetters = new DeadLetters(this, 'DeadLetters', {
      alarms,
      means: `Messages of ${id} failed for the last time. Read one, fix its cause, then redrive them.`,
      runbook: 'queue-dead-letters',
    });
    this.queue = new Queue(this, 'Queue', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      visibilityTimeout: Duration.seconds(definition.visibilitySeconds),
      ...(definition.retentionSeconds && {
        retentionPeriod: Duration.seconds(definition.retentionSeconds),
      }),
      deadLetterQueue: { queue: deadLetters.queue, maxReceiveCount: definition.maxReceives },
    });
    // Messages with a shorter retention expire first; the alarm on a silent worker covers them.
    if (definition.retentionSeconds) return;
    alarms.add(this, 'AgeAlarm', {
      metric: this.queue.metricApproximateAgeOfOldestMessage({ period: PERIOD }),
      tolerates: WAITS_TOO_LONG.toSeconds(),
      means: `A message of ${id} has waited more than an hour: its worker fails or cannot keep up.`,
      runbook: 'queue-age',
    });
  }
}
