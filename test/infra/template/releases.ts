import { describe, expect, test } from 'vitest';
import { deployedName } from '#infra/function-names.ts';
import { stageNamed } from '#infra/stage.ts';
import { allRoutes, routes } from '#shared/routes.ts';
import { synthesise } from '../synthesised.ts';

const production = synthesise('production');
const groups = production.all('AWS::CodeDeploy::DeploymentGroup');
const aliases = production.all('AWS::Lambda::Alias');

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

  test('is rolled back by failures, crashes and defects', () => {
    for (const { properties } of groups) {
      const alarms = JSON.stringify(properties.AlarmConfiguration.Alarms);
      for (const name of ['ApiFailureAlarm', 'ApiCrashAlarm', 'DefectAlarm']) expect(alarms).toContain(name);
      expect(properties.AlarmConfiguration).toMatchObject({ Enabled: true });
      expect(properties.AutoRollbackConfiguration).toEqual({
        Enabled: true,
        Events: expect.arrayContaining(['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM']),
      });
    }
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

    expect(roles.map(({ stack }) => stack).sort()).toEqual(Object.keys(routes).sort());
    for (const { stack, properties } of roles) {
      const [shift] = properties.Policies[0].PolicyDocument.Statement;
      const module = Object.keys(Object.entries(routes).find(([it]) => it === stack)?.[1] ?? {});
      expect(properties.ManagedPolicyArns).toBeUndefined();
      expect([shift.Resource].flat()).toHaveLength(module.length);
      expect(shift.Action).toEqual(['lambda:GetAlias', 'lambda:GetProvisionedConcurrencyConfig', 'lambda:UpdateAlias']);
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
