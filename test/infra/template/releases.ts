import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { functionStacksOf } from '#infra/constructs/module-endpoints.ts';
import { deployedName } from '#infra/function-names.ts';
import { stageNamed } from '#infra/stage.ts';
import { allRoutes, routes } from '#shared/routes.ts';
import { type Resource, synthesise } from '../synthesised.ts';

const production = synthesise('production');
const groups = production.all('AWS::CodeDeploy::DeploymentGroup');
const aliases = production.all('AWS::Lambda::Alias');
const alarms = production.all('AWS::CloudWatch::Alarm');

/** Not adjustable: per account and region, all management calls together. */
const LAMBDA_CALLS_PER_SECOND = 15;

interface Query {
  Id: string;
  Expression?: string;
  MetricStat?: { Metric: { Namespace: string; MetricName: string; Dimensions: { Name: string; Value: never }[] } };
}

/** The metrics of an alarm, with the version under one name. */
const metricsOf = (alarm: Resource | undefined) =>
  (alarm?.properties.Metrics ?? []).flatMap(({ MetricStat }: Query) => {
    if (!MetricStat) return [];
    const { Namespace, MetricName, Dimensions } = MetricStat.Metric;
    const entries = Dimensions.map(({ Name, Value }) => [Name === 'ExecutedVersion' ? 'version' : Name, Value]);
    return [{ name: `${Namespace} ${MetricName}`, dimensions: Object.fromEntries(entries) }];
  }) as { name: string; dimensions: Record<string, Record<string, string[]>> }[];

describe('a release of production', () => {
  test('moves every endpoint gradually to its new code', () => {
    expect(aliases).toHaveLength(allRoutes.length);
    expect(groups).toHaveLength(allRoutes.length);
    for (const { properties, updatePolicy } of aliases) {
      expect(properties.Name).toBe('live');
      expect(updatePolicy).toMatchObject({
        CodeDeployLambdaAliasUpdate: { DeploymentGroupName: expect.anything() },
      });
    }
    for (const { properties } of groups)
      expect(properties.DeploymentConfigName).toBe('CodeDeployDefault.LambdaLinear10PercentEvery1Minute');
  });

  test.each(aliases)('is rolled back by failures of the version that $id moves to, and of no other', (alias) => {
    const { DeploymentGroupName } = alias.updatePolicy?.CodeDeployLambdaAliasUpdate ?? {};
    const group = groups.find(({ id, stack }) => stack === alias.stack && id === DeploymentGroupName.Ref);
    const { AlarmConfiguration, AutoRollbackConfiguration } = group?.properties ?? {};
    const [watching, ...others] = AlarmConfiguration.Alarms;
    const alarm = alarms.find(({ id, stack }) => stack === alias.stack && id === watching.Name.Ref);
    const { FunctionName, FunctionVersion } = alias.properties;
    const own = metricsOf(alarm).filter(({ dimensions }) => isDeepStrictEqual(dimensions.version, FunctionVersion));
    const live = { 'Fn::Join': ['', [FunctionName, ':live']] };

    expect(others).toEqual([]);
    expect(AlarmConfiguration.Enabled).toBe(true);
    expect(AutoRollbackConfiguration).toEqual({
      Enabled: true,
      Events: expect.arrayContaining(['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM']),
    });
    expect(own.map(({ name, dimensions: { version, ...rest } }) => [name, rest])).toEqual([
      ['AWS/Lambda Errors', { FunctionName, Resource: live }],
      ['Assay/production Failures', { function: FunctionName, service: 'assay' }],
      ['AWS/Lambda Invocations', { FunctionName, Resource: live }],
    ]);
    // No version but those that the alarm's functions are moved to.
    const versions = production.all('AWS::Lambda::Version').map(({ id }) => id);
    for (const { dimensions } of metricsOf(alarm)) expect(versions).toContain(dimensions.version?.['Fn::GetAtt']?.[0]);
  });

  test('is rolled back by at least three failures in more than a hundredth of the requests of one function', () => {
    const [alarm] = alarms.filter(({ id }) => id.startsWith('ReleasesFailures'));
    const expressions = alarm?.properties.Metrics.flatMap(({ Id, Expression }: Query) =>
      Expression ? [[Id, Expression]] : [],
    );
    const failing = (index: number) => {
      const failed = `SUM([errors${index}, failures${index}])`;
      return [`failing${index}`, `IF(${failed} >= 3 AND ${failed} > 0.01 * requests${index}, ${failed}, 0)`];
    };

    expect(expressions).toEqual([
      [expect.any(String), 'MAX([failing0, failing1, failing2])'],
      failing(0),
      failing(1),
      failing(2),
    ]);
    expect(alarm?.properties).toMatchObject({
      Threshold: 0,
      ComparisonOperator: 'GreaterThanThreshold',
      TreatMissingData: 'notBreaching',
    });
  });

  test('is what API Gateway invokes and may invoke', () => {
    const uris = production
      .all('AWS::ApiGatewayV2::Integration')
      .map(({ properties }) => properties.IntegrationUri['Fn::Join'][1].at(-1));
    const live = allRoutes.map((route) => `:function:${deployedName(stageNamed('production'), route)}:live`);
    const invocable = production
      .all('AWS::Lambda::Permission')
      .filter(({ properties }) => properties.Principal === 'apigateway.amazonaws.com')
      .filter(({ properties }) => aliases.some(({ id }) => id === properties.FunctionName.Ref));

    expect(uris).toEqual(expect.arrayContaining(live));
    expect(invocable).toHaveLength(allRoutes.length);
  });

  test('uses a role that may only shift the aliases of its own module', () => {
    const roles = production
      .all('AWS::IAM::Role')
      .filter(({ properties }) => JSON.stringify(properties.AssumeRolePolicyDocument).includes('codedeploy'));

    expect(roles.map(({ stack }) => stack).sort()).toEqual(Object.keys(functionStacksOf(routes)).sort());
    for (const { stack, properties } of roles) {
      const [shift, read] = properties.Policies[0].PolicyDocument.Statement;
      const module = stack === 'policies' ? 'risk' : stack;
      expect(properties.ManagedPolicyArns).toBeUndefined();
      expect(JSON.stringify([shift.Resource].flat())).toMatch(
        new RegExp(`^[^*]*:function:assay-production-${module}-\\*"[^*]*$`),
      );
      expect(shift.Action).toEqual(['lambda:GetAlias', 'lambda:UpdateAlias']);
      // IAM checks this action on aliases and versions, not on functions.
      expect(read.Action).toBe('lambda:GetProvisionedConcurrencyConfig');
      expect(JSON.stringify(read.Resource)).toContain(`:function:assay-production-${module}-*:*`);
      // IAM takes 10,240 characters of inline policies; an ARN has some twenty more than here.
      expect(JSON.stringify(properties.Policies).length).toBeLessThan(9_000);
    }
  });

  test('that is urgent shifts all traffic at once and ignores alarms', () => {
    const direct = synthesise('production', {
      routes: { service: routes.service },
      workers: [],
      settings: { release: 'direct' },
    });

    for (const { properties } of direct.all('AWS::CodeDeploy::DeploymentGroup')) {
      expect(properties.DeploymentConfigName).toBe('CodeDeployDefault.LambdaAllAtOnce');
      expect(properties.AlarmConfiguration?.Alarms ?? []).toEqual([]);
    }
    expect(direct.all('AWS::Lambda::Alias')).toHaveLength(Object.keys(routes.service).length);
  });
});

test.each(['dev', 'local'])('releases of %s replace the code at once', (stage) => {
  const direct = synthesise(stage, { routes: { service: routes.service }, workers: [] });

  expect(direct.all('AWS::Lambda::Alias')).toEqual([]);
  expect(direct.all('AWS::CodeDeploy::DeploymentGroup')).toEqual([]);
});

describe('functions', () => {
  const functions = production.all('AWS::Lambda::Function').filter(({ properties }) => properties.FunctionName);
  const idsOf = (stack: string) => functions.filter((fn) => fn.stack === stack).map(({ id }) => id);
  const waitedForBy = ({ stack, dependsOn }: Resource) => dependsOn.filter((id) => idsOf(stack).includes(id));

  test('that start at the same time are fewer than the management calls Lambda accepts in a second', () => {
    const first = functions.filter((fn) => waitedForBy(fn).length === 0);

    expect(functions.length).toBeGreaterThan(150);
    expect(first.length).toBeLessThan(LAMBDA_CALLS_PER_SECOND);
    // Each is followed by one, so that no more are under way later.
    for (const { id, stack } of functions)
      expect(functions.filter((fn) => fn.stack === stack && waitedForBy(fn).includes(id)).length).toBeLessThanOrEqual(
        1,
      );
  });

  test('do not wait for traffic to shift', () => {
    const aliased = new Set(aliases.map(({ stack, id }) => `${stack} ${id}`));

    for (const { stack, dependsOn } of functions)
      expect(dependsOn.filter((id) => aliased.has(`${stack} ${id}`))).toEqual([]);
  });
});
