import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { workers as realWorkers } from '#infra/workers.ts';
import { dueLines } from '#shared/metrics.ts';

import { type TableDefinition, tables } from '#shared/tables.ts';
import { isFull } from '#test/support/soak.ts';
import { type Resource, type StackOptions, synthesise } from '../synthesised.ts';

const service = synthesise('dev');
const alarms = service.all('AWS::CloudWatch::Alarm');

interface AlarmMetric {
  MetricStat?: {
    Metric: { MetricName: string; Dimensions: { Name: string; Value: { Ref: string } }[] };
  };
}

/** The functions whose metric of this name an alarm adds up. */
const functionsIn = ({ properties }: Resource, metricName: string) =>
  (properties.Metrics ?? []).flatMap(({ MetricStat }: AlarmMetric) =>
    MetricStat?.Metric.MetricName === metricName ? [MetricStat.Metric.Dimensions[0]?.Value.Ref] : [],
  );

/** No caller notices a failure of these asynchronous functions. */
const unwaitedFor = service
  .all('AWS::Lambda::Function')
  .filter(({ properties: { FunctionName } }) => /^assay-dev-(workers|identity)-/.test(FunctionName));

test.each(unwaitedFor)('errors of $id raise an alarm', ({ id, stack }) => {
  const watching = alarms.filter((alarm) => alarm.stack === stack && functionsIn(alarm, 'Errors').includes(id));

  expect(watching).toHaveLength(1);
  expect(watching[0]?.properties).toMatchObject({
    Threshold: 0,
    ComparisonOperator: 'GreaterThanThreshold',
    TreatMissingData: 'notBreaching',
  });
});

test('a request whose function returns no response raises an alarm', () => {
  const [filter, ...others] = service.all('AWS::Logs::MetricFilter');
  const [stage] = service.all('AWS::ApiGatewayV2::Stage');
  const { Format, DestinationArn } = stage?.properties.AccessLogSettings ?? {};
  const watching = alarms.filter(({ properties }) => properties.MetricName === 'Crashes');

  expect(others).toEqual([]);
  expect(filter?.properties).toMatchObject({
    FilterPattern: '{ $.functionError != "-" }',
    MetricTransformations: [{ MetricNamespace: 'Assay/dev', MetricName: 'Crashes' }],
  });
  expect(JSON.parse(Format).functionError).toBe('$context.integrationErrorMessage');
  expect(JSON.stringify(DestinationArn)).toContain(filter?.properties.LogGroupName.Ref);
  expect(watching).toHaveLength(1);
  expect(watching[0]?.properties).toMatchObject({ Namespace: 'Assay/dev', Threshold: 0 });
});

test('the access log needs no room in the log resource policies of the account', () => {
  const [filter] = service.all('AWS::Logs::MetricFilter');
  const group = service.all('AWS::Logs::LogGroup').find(({ id }) => id === filter?.properties.LogGroupName.Ref);

  expect(group?.properties.LogGroupName).toBe('/aws/vendedlogs/assay-dev/api');
});

test('throttled functions raise one alarm, because they share the concurrency limit', () => {
  const watching = alarms.filter(({ properties }) => properties.MetricName === 'Throttles');

  expect(watching).toHaveLength(1);
  expect(watching[0]?.properties).toMatchObject({ Namespace: 'AWS/Lambda', Threshold: 0 });
  expect(watching[0]?.properties).not.toHaveProperty('Dimensions');
});

test('alarms watch few metrics, and no route has metrics of its own: each is billed', () => {
  const watched = alarms.flatMap(
    ({ properties: { Metrics } }) => Metrics?.filter((it: AlarmMetric) => it.MetricStat) ?? [0],
  );
  const [stage] = service.all('AWS::ApiGatewayV2::Stage');

  expect(watched.length).toBeLessThanOrEqual(140);
  expect(stage?.properties.DefaultRouteSettings.DetailedMetricsEnabled).toBeFalsy();
});

test.each(['dev', 'production'])('no alarm of %s adds up more metrics than CloudWatch allows', (stage) => {
  for (const alarm of synthesise(stage).all('AWS::CloudWatch::Alarm'))
    expect((alarm.properties.Metrics ?? []).filter((it: AlarmMetric) => it.MetricStat).length).toBeLessThanOrEqual(10);
});

test('failures of the API and throttles of every table raise an alarm', () => {
  const failures = alarms.filter(({ properties }) => properties.MetricName === '5xx');
  const throttles = alarms.filter(({ properties }) =>
    JSON.stringify(properties.Metrics ?? []).includes('WriteThrottleEvents'),
  );

  expect(failures).toHaveLength(1);
  expect(throttles).toHaveLength(Object.keys(tables).length);
});

test.each(Object.entries<TableDefinition>(tables))(
  'writes to %s that an index throttles raise an alarm',
  (name, { indexes = {} }) => {
    const [alarm] = alarms.filter(({ id }) => id.startsWith(`Stores${name}Throttles`));
    const watched: string[] = (alarm?.properties.Metrics ?? []).flatMap(({ MetricStat }: AlarmMetric) =>
      (MetricStat?.Metric.Dimensions ?? [])
        .filter(({ Name }) => Name === 'GlobalSecondaryIndexName')
        .map(({ Value }) => `${MetricStat?.Metric.MetricName} ${Value}`),
    );

    expect(watched).toEqual(Object.keys(indexes).map((index) => `WriteThrottleEvents ${index}`));
  },
);

test('the first defect of this stage raises an alarm, whichever operation it was in', () => {
  const [watching, ...others] = alarms.filter(({ properties }) => properties.MetricName === 'Defects');

  expect(others).toEqual([]);
  expect(watching?.properties).toMatchObject({
    Namespace: 'Assay/dev',
    Dimensions: [{ Name: 'service', Value: 'assay' }],
    Statistic: 'Sum',
    Threshold: 0,
    ComparisonOperator: 'GreaterThanThreshold',
    EvaluationPeriods: 1,
  });
});

test('the first failure of a dependency raises an alarm', () => {
  const watching = alarms.filter(({ properties }) => properties.MetricName === 'DependencyFailures');

  expect(watching).toHaveLength(1);
  expect(watching[0]?.properties).toMatchObject({ Namespace: 'Assay/dev', Statistic: 'Sum', Threshold: 0 });
});

test('a function with another shard plan than the stored one raises an alarm', () => {
  const watching = alarms.filter(({ properties }) => properties.MetricName === 'ShardPlanDiffers');

  expect(watching).toHaveLength(1);
  expect(watching[0]?.properties).toMatchObject({
    Namespace: 'Assay/dev',
    Statistic: 'Sum',
    Period: 900,
    Threshold: 0,
  });
});

test('requests whose rate limit was not checked raise an alarm', () => {
  const watching = alarms.filter(({ properties }) => properties.MetricName === 'RatesUnchecked');

  expect(watching).toHaveLength(1);
  expect(watching[0]?.properties).toMatchObject({
    Namespace: 'Assay/dev',
    Statistic: 'Sum',
    Period: 300,
    Threshold: 50,
  });
});

test('a requested deletion of an organization raises an alarm', () => {
  const watching = alarms.filter(({ properties }) => properties.MetricName === 'DeletionsRequested');

  expect(watching).toHaveLength(1);
  expect(watching[0]?.properties).toMatchObject({ Statistic: 'Sum', Threshold: 0 });
});

test('lists that keep failing raise an alarm', () => {
  const watching = alarms.filter(({ properties }) => properties.MetricName === 'ListsInTrouble');

  expect(watching).toHaveLength(1);
  expect(watching[0]?.properties).toMatchObject({
    Namespace: 'Assay/dev',
    Statistic: 'Minimum',
    Period: 3_600,
    Threshold: 0,
    EvaluationPeriods: 2,
  });
});

test('latency raises an alarm only where at least 100 requests were made in the period', () => {
  const [alarm] = alarms.filter(({ id }) => id.startsWith('ApiLatencyAlarm'));
  const expression = alarm?.properties.Metrics.find(({ Expression }: { Expression?: string }) => Expression);

  expect(expression.Expression).toBe('IF(requests >= 100, latency, 0)');
  expect(alarm?.properties).toMatchObject({ Threshold: 3_000, EvaluationPeriods: 3 });
});

describe('the reputation of mail', () => {
  const reputationIn = (mailFrom?: string) =>
    synthesise('dev', { routes: {}, workers: [], settings: { mailFrom } })
      .all('AWS::CloudWatch::Alarm')
      .filter(({ properties }) => properties.Namespace === 'AWS/SES')
      .map(({ properties }) => [properties.MetricName, properties.Threshold]);

  test('raises an alarm before SES stops sending', () => {
    expect(reputationIn('sign@example.com')).toEqual([
      ['Reputation.BounceRate', 0.05],
      ['Reputation.ComplaintRate', 0.001],
    ]);
  });

  test('is not watched where no mail is sent', () => {
    expect(reputationIn()).toEqual([]);
  });
});

test.each(Object.keys(dueLines))('%s that are due for 15 minutes raise an alarm', (line) => {
  const watching = alarms.filter(({ properties: { MetricName, Dimensions } }) => {
    const values = (Dimensions ?? []).map(({ Value }: { Value: string }) => Value);
    return MetricName === 'OldestDueSeconds' && values.includes(line);
  });

  expect(watching).toHaveLength(1);
  expect(watching[0]?.properties).toMatchObject({
    Namespace: 'Assay/dev',
    Statistic: 'Minimum',
    Period: 300,
    Threshold: 900,
    Dimensions: [
      { Name: 'line', Value: line },
      { Name: 'service', Value: 'assay' },
    ],
  });
});

test('every alarm reports to the one topic, which is encrypted and takes TLS only', () => {
  const [topic, ...others] = service.all('AWS::SNS::Topic');
  const [policy] = service.all('AWS::SNS::TopicPolicy');

  expect(others).toEqual([]);
  expect(topic?.properties.KmsMasterKeyId).toBeDefined();
  expect(policy?.properties.PolicyDocument.Statement).toEqual([
    expect.objectContaining({
      Effect: 'Deny',
      Condition: { Bool: { 'aws:SecureTransport': 'false' } },
    }),
    expect.objectContaining({
      Effect: 'Allow',
      Action: 'sns:Publish',
      Principal: { Service: 'cloudwatch.amazonaws.com' },
    }),
    expect.objectContaining({
      Effect: 'Allow',
      Action: 'sns:Publish',
      Principal: { Service: 'events.amazonaws.com' },
    }),
  ]);
  for (const { properties } of alarms) expect(JSON.stringify(properties.AlarmActions)).toContain('AlarmsTopic');
});

test('the alarm email address is subscribed to the topic', () => {
  const alarmEmail = 'on-call@example.com';
  const told = synthesise('dev', { routes: {}, workers: [], settings: { alarmEmail } });
  const [subscription] = told.all('AWS::SNS::Subscription');

  expect(subscription?.properties).toMatchObject({
    Protocol: 'email',
    Endpoint: 'on-call@example.com',
  });
});

test('a stage has a dashboard of its own in every region', () => {
  const [dashboard] = service.all('AWS::CloudWatch::Dashboard');

  expect(dashboard?.properties.DashboardName).toEqual({
    'Fn::Join': ['', ['assay-dev-', { Ref: 'AWS::Region' }]],
  });
});

test('the dashboard shows every function among the errors of its module', () => {
  const [dashboard, ...others] = service.all('AWS::CloudWatch::Dashboard');
  const body = JSON.stringify(dashboard?.properties.DashboardBody);
  const onDashboard = service
    .all('AWS::Lambda::Function')
    .flatMap(({ properties }) => properties.FunctionName ?? [])
    .filter((name) => !name.includes('-identity-'));

  expect(others).toEqual([]);
  expect(onDashboard.filter((name) => !body.includes(name))).toEqual([]);
});

const costs = readFileSync(new URL('../../../docs/costs.md', import.meta.url), 'utf8');
const countOf = (stage: string, props: StackOptions = {}) => {
  const found = synthesise(stage, { workers: realWorkers, ...props }).all('AWS::CloudWatch::Alarm');
  const metrics = found.map(
    ({ properties: { Metrics } }) => Metrics?.filter((it: AlarmMetric) => it.MetricStat).length,
  );
  return { alarms: found.length, metrics: metrics.reduce((sum, count = 1) => sum + count, 0) };
};

test('docs/costs.md: counts the alarms of a stage', () => {
  // No route has an alarm of its own unless releases are gradual.
  const dev = countOf('dev', isFull ? {} : { routes: {} });
  const [, ...said] = /\| CloudWatch alarms \| (\d+), on (\d+) metrics/.exec(costs) ?? [];

  expect(said.map(Number)).toEqual([dev.alarms, dev.metrics]);
});

test('docs/costs.md: counts the alarms that gradual releases add', { tags: 'full' }, () => {
  const [dev, production] = [countOf('dev'), countOf('production')];
  const [, ...added] = /adds (\d+) alarms of releases, on (\d+) metrics/.exec(costs) ?? [];

  expect(added.map(Number)).toEqual([production.alarms - dev.alarms, production.metrics - dev.metrics]);
});

test('a key that is disabled or scheduled for deletion notifies the operator', () => {
  const encrypted = synthesise('dev', { routes: {}, workers: [], settings: { encryptLogs: true } });
  const [rule, ...others] = encrypted
    .all('AWS::Events::Rule')
    .filter(({ properties }) => properties.EventPattern?.source?.includes('aws.kms'));
  const [topic] = encrypted.all('AWS::SNS::Topic');
  const keys = encrypted.all('AWS::KMS::Key');
  const { eventName, resources } = rule?.properties.EventPattern.detail ?? {};

  expect(others).toEqual([]);
  expect(eventName).toEqual(['ScheduleKeyDeletion', 'DisableKey']);
  const watched = resources.ARN.map((arn: { 'Fn::GetAtt': [string] }) => arn['Fn::GetAtt'][0]);
  // Without its own key the topic could not send the notification.
  const isOfTopic = ({ id }: Resource) => JSON.stringify(topic?.properties.KmsMasterKeyId).includes(id);
  expect(watched.sort()).toEqual(
    keys
      .filter((key) => !isOfTopic(key))
      .map(({ id }) => id)
      .sort(),
  );
  expect(rule?.properties.Targets[0].Arn).toEqual({ Ref: topic?.id });

  const allowedTo = (policies: unknown[]) => JSON.stringify(policies).includes('events.amazonaws.com');
  expect(allowedTo(keys.filter(isOfTopic).map(({ properties }) => properties.KeyPolicy))).toBe(true);
  expect(allowedTo(encrypted.all('AWS::SNS::TopicPolicy').map(({ properties }) => properties))).toBe(true);
});
