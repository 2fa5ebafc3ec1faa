import { describe, expect, test } from 'vitest';
import { deployedName } from '#infra/function-names.ts';
import { stageNamed } from '#infra/stage.ts';
import { canTriggerItself, workers as realWorkers, type Trigger, type Worker } from '#infra/workers.ts';
import { type QueueDefinition, type QueueName, queues } from '#shared/queues.ts';
import { type Resource, synthesise, workers } from '../synthesised.ts';

const service = synthesise('dev');
const functionOf = (worker: Worker) =>
  service
    .all('AWS::Lambda::Function')
    .find(({ properties }) => properties.FunctionName === deployedName(stageNamed('dev'), worker));
const sourceOf = (worker: Worker) =>
  service
    .all('AWS::Lambda::EventSourceMapping')
    .filter(({ properties }) => properties.FunctionName.Ref === functionOf(worker)?.id);

const triggeredBy = (key: string) =>
  workers.filter(({ trigger }) => key in trigger).map((it) => [it.name, it] as const);

test.each(triggeredBy('queue'))('%s is invoked by its queue and reports single failures', (_name, worker) => {
  if (!('queue' in worker.trigger)) throw new Error('not a queue');

  const [source, ...others] = sourceOf(worker);

  expect(others).toEqual([]);
  expect(JSON.stringify(source?.properties.EventSourceArn)).toContain(`${worker.trigger.queue}Queue`);
  expect(source?.properties).toMatchObject({
    BatchSize: worker.trigger.batchSize,
    ScalingConfig: { MaximumConcurrency: worker.trigger.maxConcurrency },
    FunctionResponseTypes: ['ReportBatchItemFailures'],
  });
});

test('monitoring has as many workers as the operator configures', () => {
  const ofMonitoring = realWorkers.filter(({ name }) => name === 'tickRisk');
  const concurrencyWith = (settings: { monitoringWorkers?: number }) =>
    synthesise('dev', { routes: {}, workers: ofMonitoring, settings })
      .all('AWS::Lambda::EventSourceMapping')
      .map(({ properties }) => properties.ScalingConfig.MaximumConcurrency);

  expect(concurrencyWith({})).toEqual([8]);
  expect(concurrencyWith({ monitoringWorkers: 64 })).toEqual([64]);
});

test.each(triggeredBy('queue'))('%s is done before its message is shown to another', (_name, worker) => {
  if (!('queue' in worker.trigger)) throw new Error('not a queue');

  const { visibilitySeconds } = queues[worker.trigger.queue];

  expect(worker.timeoutSeconds).toBeLessThan(visibilitySeconds);
  // What AWS advises, but no message should have to wait for hours for its next try.
  expect(visibilitySeconds).toBe(Math.min(6 * longest(worker.trigger.queue), 1_800));
});

/** The longest timeout of a queue's workers: the examples have one beside the real worker. */
const longest = (queue: QueueName) =>
  Math.max(
    ...workers
      .filter(({ trigger }) => 'queue' in trigger && trigger.queue === queue)
      .map(({ timeoutSeconds }) => timeoutSeconds),
  );

test('no stream has more than the two readers that DynamoDB allows', () => {
  const streams = realWorkers.flatMap(({ trigger }) => ('stream' in trigger ? [trigger.stream] : []));

  for (const stream of new Set(streams)) expect(streams.filter((one) => one === stream).length).toBeLessThanOrEqual(2);
});

test.each(triggeredBy('stream'))('%s reads its stream from the start and puts poison aside', (_name, worker) => {
  if (!('stream' in worker.trigger)) throw new Error('not a stream');

  const [source, ...others] = sourceOf(worker);

  expect(others).toEqual([]);
  expect(JSON.stringify(source?.properties.EventSourceArn)).toMatch(
    new RegExp(`Stores${worker.trigger.stream}[0-9A-F]{8}StreamArn`),
  );
  expect(source?.properties).toMatchObject({
    BatchSize: worker.trigger.batchSize,
    StartingPosition: 'TRIM_HORIZON',
    BisectBatchOnFunctionError: true,
    MaximumRetryAttempts: 10,
    ...(worker.trigger.parallelization && {
      ParallelizationFactor: worker.trigger.parallelization,
    }),
    DestinationConfig: { OnFailure: { Destination: expect.anything() } },
  });
  // With reports of single failures the batch would be split where they say, and never halved.
  expect(source?.properties).not.toHaveProperty('FunctionResponseTypes');
  expect(source?.properties.FilterCriteria).toEqual(
    worker.trigger.filter && { Filters: [{ Pattern: JSON.stringify(worker.trigger.filter) }] },
  );
});

const alarmsOn = (metricName: string) =>
  service.all('AWS::CloudWatch::Alarm').filter(({ properties }) => properties.MetricName === metricName);

test.each(triggeredBy('stream'))('%s is missed when it falls behind its stream', (_name, worker) => {
  const watching = alarmsOn('IteratorAge').filter(
    ({ properties }) => properties.Dimensions[0].Value.Ref === functionOf(worker)?.id,
  );

  expect(watching).toHaveLength(1);
  expect(watching[0]?.properties).toMatchObject({
    Statistic: 'Maximum',
    Threshold: 3_600_000,
    TreatMissingData: 'notBreaching',
  });
});

test.each(triggeredBy('everyMinutes'))('%s is invoked by the schedule', (_name, worker) => {
  if (!('everyMinutes' in worker.trigger)) throw new Error('not a schedule');
  const arn = { 'Fn::GetAtt': [functionOf(worker)?.id, 'Arn'] };

  const rules = service
    .all('AWS::Events::Rule')
    .filter(({ properties }) => JSON.stringify(properties.Targets[0].Arn) === JSON.stringify(arn))
    .filter(({ properties }) => !properties.EventPattern);

  const { everyMinutes } = worker.trigger;
  const expected = everyMinutes === 1 ? 'rate(1 minute)' : `rate(${everyMinutes} minutes)`;
  expect(rules).toHaveLength(1);
  expect(rules[0]?.properties).toMatchObject({ ScheduleExpression: expected, State: 'ENABLED' });
  expect(rules[0]?.properties.Targets[0].RetryPolicy).toEqual({
    MaximumEventAgeInSeconds: 60,
    MaximumRetryAttempts: 0,
  });
});

test('lists are looked through at the end of every deployment and rollback of the whole stack, and of no other', () => {
  const rules = service
    .all('AWS::Events::Rule')
    .filter(({ properties }) => properties.EventPattern?.source.includes('aws.cloudformation'));
  const ticks = workers.filter(({ trigger }) => 'afterDeployments' in trigger);

  expect(ticks.map(({ name }) => name)).toEqual(['tickLists']);
  expect(rules).toHaveLength(1);
  const [{ properties }] = rules as [(typeof rules)[number]];
  expect(properties.Targets.map(({ Arn }: { Arn: unknown }) => Arn)).toEqual([
    { 'Fn::GetAtt': [ticks[0] && functionOf(ticks[0])?.id, 'Arn'] },
  ]);
  expect(properties.EventPattern).toMatchObject({
    source: ['aws.cloudformation'],
    'detail-type': ['CloudFormation Stack Status Change'],
    detail: { 'status-details': { status: ['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'UPDATE_ROLLBACK_COMPLETE'] } },
  });
  // A nested stack has the name of the whole as a prefix, so the prefix ends after the name.
  expect(JSON.stringify(properties.EventPattern.detail['stack-id'])).toMatch(/:stack\/assay-dev\/"\]\]\}\}\]$/);
});

test.each(triggeredBy('everyMinutes'))('%s is not retried: the next tick does the same', (_, worker) => {
  const [config, ...others] = service
    .all('AWS::Lambda::EventInvokeConfig')
    .filter(({ properties }) => properties.FunctionName.Ref === functionOf(worker)?.id);

  expect(others).toEqual([]);
  expect(config?.properties).toMatchObject({ MaximumEventAgeInSeconds: 60, MaximumRetryAttempts: 0 });
});

const isTicked = ({ trigger }: Worker) =>
  'everyMinutes' in trigger || ('queue' in trigger && 'retentionSeconds' in queues[trigger.queue]);

test.each(workers.filter(isTicked).map((it) => [it.name, it] as const))(
  '%s raises an alarm when it does not run',
  (_name, worker) => {
    const [alarm, ...others] = alarmsOn('Invocations').filter(
      ({ properties }) => properties.Dimensions[0].Value.Ref === functionOf(worker)?.id,
    );
    const everyMinutes = 'everyMinutes' in worker.trigger ? worker.trigger.everyMinutes : 1;

    expect(others).toEqual([]);
    expect(alarm?.properties).toMatchObject({
      Statistic: 'Sum',
      Threshold: 0,
      EvaluationPeriods: 1,
      ComparisonOperator: 'LessThanOrEqualToThreshold',
      TreatMissingData: 'breaching',
      Period: 60 * Math.max(10, 3 * everyMinutes),
    });
  },
);

test('ticks that nothing worked on are gone after two minutes, before an outage piles them up', () => {
  const retentions = Object.entries<QueueDefinition>(queues).flatMap(([name, { retentionSeconds }]) => {
    const queue = service.all('AWS::SQS::Queue').find(({ id }) => id.startsWith(`${name}Queue`));
    expect(queue?.properties.MessageRetentionPeriod).toBe(retentionSeconds);
    return retentionSeconds === undefined ? [] : [[name, retentionSeconds]];
  });

  expect(retentions).toEqual([
    ['deliveryTicks', 120],
    ['riskTicks', 120],
  ]);
});

describe('a loop of messages', () => {
  const sending = (name: string, trigger: Trigger, ...sendsTo: QueueName[]): Worker => ({
    module: 'workers',
    name,
    trigger,
    uses: { queues: sendsTo },
    timeoutSeconds: 10,
  });
  const [first, second, third] = Object.keys(queues) as QueueName[];
  if (!first || !second || !third) throw new Error('three queues are needed');
  const from = (queue: QueueName) => ({ queue, batchSize: 1, maxConcurrency: 2 });

  test.each([
    ['to itself', [sending('a', from(first), first)], [true]],
    ['by way of another', [sending('a', from(first), second), sending('b', from(second), first)], [true, true]],
    [
      'of others, which it only feeds',
      [sending('a', from(first), second), sending('b', from(second), third), sending('c', from(third), second)],
      [false, true, true],
    ],
    ['begun by the clock', [sending('a', { everyMinutes: 1 }, first)], [false]],
  ])('%s is seen', (_case, all, expected) => {
    expect(all.map((it) => canTriggerItself(it, all))).toEqual(expected);
  });

  test('is allowed where it is meant, and nowhere else', () => {
    for (const worker of workers)
      expect(functionOf(worker)?.properties.RecursiveLoop).toBe(
        canTriggerItself(worker, workers) ? 'Allow' : undefined,
      );
    expect(workers.some((worker) => canTriggerItself(worker, workers))).toBe(true);
  });
});

describe('queues', () => {
  const all = service.all('AWS::SQS::Queue');
  const isDeadLetters = ({ id }: Resource) => id.includes('DeadLetters');

  test.each(Object.entries(queues))('%s puts a message aside after its last try', (name, queue) => {
    const found = all.find((it) => it.id.startsWith(`${name}Queue`));
    const target = found?.properties.RedrivePolicy.deadLetterTargetArn['Fn::GetAtt'][0];

    expect(found?.properties).toMatchObject({
      VisibilityTimeout: queue.visibilitySeconds,
      RedrivePolicy: { maxReceiveCount: queue.maxReceives },
    });
    expect(all.filter(isDeadLetters).map(({ id }) => id)).toContain(target);
  });

  test.each(Object.entries(queues))(
    '%s puts nothing aside because Lambda was too busy for it a few times',
    (_name, { maxReceives }) => {
      expect(maxReceives).toBeGreaterThanOrEqual(5);
    },
  );

  test('all of them together leave room for requests in the smallest quota worth deploying to', () => {
    const atOnce = triggeredBy('queue').map(([, { trigger }]) =>
      'queue' in trigger ? trigger.maxConcurrency : Number.POSITIVE_INFINITY,
    );

    expect(atOnce.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(100);
  });

  test('there are no others than these and the dead letters of streams', () => {
    const streams = triggeredBy('stream').length;

    expect(all).toHaveLength(2 * Object.keys(queues).length + streams);
    expect(all.filter(isDeadLetters)).toHaveLength(Object.keys(queues).length + streams);
  });

  const alarmsOf = ({ id }: Resource) =>
    alarmsOn('ApproximateNumberOfMessagesVisible').filter(
      ({ properties }) => properties.Dimensions[0].Value['Fn::GetAtt'][0] === id,
    );

  test.each(all.filter(isDeadLetters))('the first message in $id raises an alarm', (queue) => {
    const alarms = alarmsOf(queue);

    expect(alarms).toHaveLength(1);
    expect(alarms[0]?.properties).toMatchObject({
      Threshold: 0,
      ComparisonOperator: 'GreaterThanThreshold',
      EvaluationPeriods: 1,
      AlarmActions: [expect.anything()],
    });
  });

  test('no alarm asks to redrive the dead-letter queue of a stream, which holds no rows', () => {
    const [ofStreams = [], ofQueues = []] = [true, false].map((isOfStream) =>
      all
        .filter(isDeadLetters)
        .filter(({ stack }) => (stack === 'workers') === isOfStream)
        .flatMap(alarmsOf)
        .map(({ properties }) => properties.AlarmDescription),
    );

    expect(ofStreams).toHaveLength(triggeredBy('stream').length);
    for (const text of ofStreams) expect(text).toContain('nothing to redrive');
    for (const text of ofQueues) expect(text).toContain('then redrive');
  });

  test.each(all)('$id is encrypted and answers over TLS only', ({ id, properties }) => {
    const policy = service.all('AWS::SQS::QueuePolicy').find((it) => it.properties.Queues[0].Ref === id);

    expect(properties.SqsManagedSseEnabled).toBe(true);
    expect(policy?.properties.PolicyDocument.Statement).toContainEqual(
      expect.objectContaining({
        Effect: 'Deny',
        Action: 'sqs:*',
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      }),
    );
  });
});
