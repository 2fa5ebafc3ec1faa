import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping, type IFunction, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Construct } from 'constructs';
import { type QueueDefinition, type QueueName, queues } from '#shared/queues.ts';
import { areWorkersPaused, type Service } from '../service.ts';
import type { QueueTrigger, ScheduleTrigger, StreamTrigger, Trigger } from '../workers.ts';
import { PERIOD } from './metrics.ts';
import { DeadLetters, WAITS_TOO_LONG } from './queue-with-dead-letters.ts';

/**
 * Number of retries before a stream record goes to the dead-letter queue, so that the shard
 * advances.
 */
const STREAM_RETRIES = 10;

/** Permissions of the worker's role, and how the worker is connected to the source. */
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
        enabled: !areWorkersPaused(service),
        eventSourceArn: queue.queueArn,
        batchSize: trigger.batchSize,
        reportBatchItemFailures: true,
        maxConcurrency: concurrencyOf(service, trigger),
      });
      if (isTicked(trigger.queue)) addSilenceAlarm(scope, service, target, SILENT_AFTER_MINUTES);
    },
  };
}

const concurrencyOf = ({ settings }: Service, { queue, maxConcurrency }: QueueTrigger): number =>
  queue === 'riskTicks' ? (settings.monitoringWorkers ?? maxConcurrency) : maxConcurrency;

function streamSource(scope: Construct, service: Service, trigger: StreamTrigger): EventSource {
  const { tableStreamArn } = service.tables[trigger.stream];
  if (!tableStreamArn) throw new Error(`The table ${trigger.stream} has no stream.`);

  const { id: worker } = scope.node;
  // Lambda sends the position of the records in the stream, not the records.
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
      // Lambda requires ListStreams, which cannot be limited to a table; it only reveals names.
      new PolicyStatement({ actions: ['dynamodb:ListStreams'], resources: ['*'] }),
      new PolicyStatement({
        actions: ['sqs:SendMessage'],
        resources: [deadLetters.queue.queueArn],
      }),
    ],
    connect: (target) => {
      new EventSourceMapping(scope, 'Source', {
        target,
        enabled: !areWorkersPaused(service),
        eventSourceArn: tableStreamArn,
        startingPosition: StartingPosition.TRIM_HORIZON,
        batchSize: trigger.batchSize,
        // Without partial batch responses: with them Lambda retries from the reported record
        // instead of bisecting.
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

/**
 * No retries by EventBridge or Lambda: the next tick does the same work, and old ones would pile
 * up.
 */
const ONCE = { maxEventAge: Duration.minutes(1), retryAttempts: 0 };

function scheduleSource(scope: Construct, service: Service, trigger: ScheduleTrigger): EventSource {
  const { everyMinutes, afterDeployments } = trigger;
  return {
    statements: [],
    connect: (worker) => {
      new Rule(scope, 'Schedule', {
        enabled: !areWorkersPaused(service),
        schedule: Schedule.rate(Duration.minutes(everyMinutes)),
        targets: [new LambdaTarget(worker, ONCE)],
      });
      if (afterDeployments) addDeploymentRule(scope, service, worker);
      worker.configureAsyncInvoke(ONCE);
      const silentAfter = Math.max(SILENT_AFTER_MINUTES, MISSED_TICKS * everyMinutes);
      addSilenceAlarm(scope, service, worker, silentAfter);
    },
  };
}

/** The stack has all functions of the release, or again those of the release before. */
const DEPLOYED = ['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'UPDATE_ROLLBACK_COMPLETE'];

/**
 * By CloudFormation's own event and not by a custom resource: it also comes after a rollback, and a worker that fails
 * does not fail the deployment.
 */
function addDeploymentRule(scope: Construct, service: Service, worker: IFunction) {
  const { nestedStackParent: root = Stack.of(scope) } = Stack.of(scope);
  const idsOfRoot = root.formatArn({
    service: 'cloudformation',
    resource: 'stack',
    resourceName: `${root.stackName}/`,
    arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
  });
  new Rule(scope, 'Deployed', {
    enabled: !areWorkersPaused(service),
    eventPattern: {
      source: ['aws.cloudformation'],
      detailType: ['CloudFormation Stack Status Change'],
      detail: { 'stack-id': [{ prefix: idsOfRoot }], 'status-details': { status: DEPLOYED } },
    },
    targets: [new LambdaTarget(worker, ONCE)],
  });
}

/** A scheduled worker that does not run has no errors, so error alarms miss it. */
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
