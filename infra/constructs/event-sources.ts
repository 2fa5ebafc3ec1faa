import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping, type IFunction, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Construct } from 'constructs';
import { type QueueDefinition, type QueueName, queues } from '#shared/queues.ts';
import type { Service } from '../service.ts';
import type { QueueTrigger, ScheduleTrigger, StreamTrigger, Trigger } from '../workers.ts';
import { PERIOD } from './metrics.ts';
import { DeadLetters, WAITS_TOO_LONG } from './queue-with-dead-letters.ts';

/** After this many failures a record of a stream is put aside, so that those behind it can go on. */
const STREAM_RETRIES = 10;

/** What the worker's role must allow, and how the worker is connected once it exists. */
export interface EventSource {
  statements: PolicyStatement[];
  connect: (worker: IFunction) => void;
}

export function eventSourceOf(scope: Construct, service: Service, trigger: Trigger): EventSource {
  if ('queue' in trigger) return queueSource(scope, service, trigger);
  if ('stream' in trigger) return streamSource(scope, service, trigger);
  return scheduleSource(scope, service, trigger);
}

function queueSource(scope: Construct, service: Service, trigger: QueueTrigger): EventSource {
  const { queue } = service.queues[trigger.queue];
  return {
    statements: [
      new PolicyStatement({
        actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
        resources: [queue.queueArn],
      }),
    ],
    connect: (target) => {
      new EventSourceMapping(scope, 'Source', {
        target,
        enabled: !service.areWorkersPaused,
        eventSourceArn: queue.queueArn,
        batchSize: trigger.batchSize,
        reportBatchItemFailures: true,
        maxConcurrency: trigger.maxConcurrency,
      });
      if (isTicked(trigger.queue)) addSilenceAlarm(scope, service, target, SILENT_AFTER_MINUTES);
    },
  };
}

function streamSource(scope: Construct, service: Service, trigger: StreamTrigger): EventSource {
  const { tableStreamArn } = service.tables[trigger.stream];
  if (!tableStreamArn) throw new Error(`The table ${trigger.stream} has no stream to be woken by.`);

  const { id: worker } = scope.node;
  // Lambda puts aside where the rows stood in the stream, not the rows.
  const deadLetters = new DeadLetters(scope, 'DeadLetters', {
    alarms: service.alarms,
    means:
      `${worker} failed on rows of its stream for the last time. A message names their place in the ` +
      'stream, which is deleted after a day, so there is nothing to redrive: fix what the log names, ' +
      'then purge the queue. Rows that are due are found again by a tick.',
    runbook: 'stream-dead-letters',
  });
  return {
    statements: [
      new PolicyStatement({
        actions: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
        resources: [tableStreamArn],
      }),
      // Lambda insists on it, and IAM cannot narrow it to a table; it reveals nothing but names.
      new PolicyStatement({ actions: ['dynamodb:ListStreams'], resources: ['*'] }),
      new PolicyStatement({
        actions: ['sqs:SendMessage'],
        resources: [deadLetters.queue.queueArn],
      }),
    ],
    connect: (target) => {
      new EventSourceMapping(scope, 'Source', {
        target,
        enabled: !service.areWorkersPaused,
        eventSourceArn: tableStreamArn,
        startingPosition: StartingPosition.TRIM_HORIZON,
        batchSize: trigger.batchSize,
        // Without reports of single failures: with them Lambda would split where they say, and not halve.
        bisectBatchOnError: true,
        retryAttempts: STREAM_RETRIES,
        onFailure: new SqsDlq(deadLetters.queue),
        ...(trigger.filter && { filters: [{ pattern: JSON.stringify(trigger.filter) }] }),
        ...(trigger.parallelization && { parallelizationFactor: trigger.parallelization }),
      });
      service.alarms.add(scope, 'AgeAlarm', {
        metric: target.metric('IteratorAge', { statistic: 'Maximum', period: PERIOD }),
        tolerates: WAITS_TOO_LONG.toMilliseconds(),
        means:
          `${worker} is more than an hour behind its stream: it fails or cannot keep up. Rows stay ` +
          'in the stream for a day.',
        runbook: 'stream-age',
      });
    },
  };
}

/** Neither EventBridge nor Lambda retries: the next tick does the same, and old ones would pile up. */
const ONCE = { maxEventAge: Duration.minutes(1), retryAttempts: 0 };

function scheduleSource(
  scope: Construct,
  service: Service,
  { everyMinutes }: ScheduleTrigger,
): EventSource {
  return {
    statements: [],
    connect: (worker) => {
      new Rule(scope, 'Schedule', {
        enabled: !service.areWorkersPaused,
        schedule: Schedule.rate(Duration.minutes(everyMinutes)),
        targets: [new LambdaTarget(worker, ONCE)],
      });
      worker.configureAsyncInvoke(ONCE);
      const silentAfter = Math.max(SILENT_AFTER_MINUTES, MISSED_TICKS * everyMinutes);
      addSilenceAlarm(scope, service, worker, silentAfter);
    },
  };
}

/** A worker with a schedule that does not run is not missed by alarms on errors: it has none. */
const SILENT_AFTER_MINUTES = 10;
const MISSED_TICKS = 3;

const isTicked = (name: QueueName) => {
  const { retentionSeconds }: QueueDefinition = queues[name];
  return retentionSeconds !== undefined;
};

function addSilenceAlarm(scope: Construct, service: Service, worker: IFunction, minutes: number) {
  service.alarms.add(scope, 'SilenceAlarm', {
    metric: worker.metricInvocations({ statistic: 'Sum', period: Duration.minutes(minutes) }),
    tolerates: 0,
    whenSilent: true,
    means: `${scope.node.id} has not run for ${minutes} minutes.`,
    runbook: 'silent-workers',
  });
}
