import { describe, expect, test } from 'vitest';
import { stageResources } from '#bin/restore/stage.ts';
import { stageNamed } from '#infra/stage.ts';
import { routes } from '#shared/routes.ts';
import { tables as tableDefinitions } from '#shared/tables.ts';
import { isFull } from '#test/support/soak.ts';
import { synthesise } from '../synthesised.ts';

const paused = synthesise('recovered', {
  stage: stageNamed('recovered', 'production'),
  routes: { documents: routes.documents },
  settings: { workers: 'paused' },
});

test('restore: paused workers have no enabled event source and no enabled schedule', () => {
  const sources = paused.all('AWS::Lambda::EventSourceMapping');
  const schedules = paused.all('AWS::Events::Rule').filter(({ properties }) => properties.ScheduleExpression);

  expect(sources.length).toBeGreaterThan(5);
  expect(schedules.length).toBeGreaterThan(5);
  for (const { properties } of sources) expect(properties.Enabled).toBe(false);
  for (const { properties } of schedules) expect(properties.State).toBe('DISABLED');
});

test('restore: a stage with paused workers takes no requests', () => {
  const [stage, ...others] = paused.all('AWS::ApiGatewayV2::Stage');
  const { DefaultRouteSettings, RouteSettings } = stage?.properties ?? {};

  expect(others).toEqual([]);
  expect(DefaultRouteSettings).toMatchObject({ ThrottlingRateLimit: 0, ThrottlingBurstLimit: 0 });
  expect(Object.keys(RouteSettings).length).toBeGreaterThan(5);
  for (const settings of Object.values(RouteSettings))
    expect(settings).toEqual({ ThrottlingRateLimit: 0, ThrottlingBurstLimit: 0 });
});

test('restore: other stages run their workers', () => {
  const running = synthesise('dev');

  for (const { properties } of running.all('AWS::Lambda::EventSourceMapping'))
    expect(properties.Enabled).not.toBe(false);
  for (const { properties } of running.all('AWS::Events::Rule')) expect(properties.State).toBe('ENABLED');
});

test('restore: a stage of the kind of production is protected as production is', () => {
  expect(paused.root.terminationProtection).toBe(true);
  for (const { properties } of paused.all('AWS::DynamoDB::Table'))
    expect(properties.DeletionProtectionEnabled).toBe(true);
});

test('restore: tables, buckets and master secret are found in the resources of the stack', () => {
  const template = paused.templates.get('assay-recovered')?.toJSON() ?? {};
  const ask = ([command]: readonly string[]) =>
    command === 'describe-stacks'
      ? { Stacks: [{ Outputs: outputsOf(template) }] }
      : {
          StackResourceSummaries: Object.keys(template.Resources).map((id) => ({
            LogicalResourceId: id,
            PhysicalResourceId: `name-of-${id}`,
          })),
        };

  const { tables, buckets, masterSecret, isPaused } = stageResources('recovered', ask);

  expect(tables.risk).toMatch(/^name-of-Storesrisk/);
  expect(new Set(Object.values(tables)).size).toBe(Object.keys(tableDefinitions).length);
  expect(buckets.documents).toMatch(/^name-of-StoresdocumentsBucket/);
  expect(buckets.lists).toMatch(/^name-of-StoreslistsBucket/);
  expect(masterSecret).toMatch(/^name-of-StoresMasterSecret/);
  expect(isPaused).toBe(true);
});

/** As CloudFormation answers: values that it has resolved. */
const outputsOf = (template: { Outputs?: Record<string, { Value: unknown }> }) =>
  Object.entries(template.Outputs ?? {}).map(([OutputKey, { Value }]) => ({
    OutputKey,
    OutputValue: typeof Value === 'string' ? Value : 'resolved',
  }));

const EXISTING = {
  userPoolArn: 'arn:aws:cognito-idp:eu-west-1:111122223333:userpool/eu-west-1_Ab12Cd34E',
  consoleSignInOrigin: 'https://assay-production-111122223333.auth.eu-west-1.amazoncognito.com',
  sealKeyArn: 'arn:aws:kms:eu-west-1:111122223333:key/0f0c7a52-2f0b-4a53-9a53-0f5a4b6f6a11',
};
const ISSUER = 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_Ab12Cd34E';

describe('restore: a stage with the users and the sealing key of its source', () => {
  const { console: pages, documents, organization, service } = routes;
  const restored = synthesise('recovered', {
    stage: stageNamed('recovered', 'production'),
    // What a function is told and granted depends on what it uses, not on its module.
    ...(isFull ? {} : { routes: { console: pages, documents, organization, service } }),
    settings: { ...EXISTING, workers: 'paused' },
  });
  const functions = restored.all('AWS::Lambda::Function');
  const environments = functions.map(({ properties }) => properties.Environment?.Variables ?? {});
  const valuesOf = (name: string) =>
    new Set(environments.map((one) => one[name]).filter((value) => value !== undefined));
  const statements: { Action: string | string[]; Resource: unknown }[] = restored
    .all('AWS::IAM::Role')
    .flatMap(({ properties }) => properties.Policies ?? [])
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
  const resourcesOf = (action: string) =>
    statements.filter(({ Action }) => [Action].flat().includes(action)).map(({ Resource }) => Resource);

  test('has no second user pool, and neither a domain nor rules of its own for it', () => {
    expect(restored.all('AWS::Cognito::UserPool')).toEqual([]);
    expect(restored.all('AWS::Cognito::UserPoolDomain')).toEqual([]);
    expect(restored.all('AWS::Cognito::UserPoolRiskConfigurationAttachment')).toEqual([]);
  });

  test('has a client in the pool that returns users to its own console', () => {
    const [client, command, ...others] = restored.all('AWS::Cognito::UserPoolClient');
    const [style, ofCommand] = restored.all('AWS::Cognito::ManagedLoginBranding');

    expect(others).toEqual([]);
    expect(JSON.stringify(command?.properties.CallbackURLs)).toMatch(/ApiEndpoint.*\/console\/command"/);
    expect(ofCommand?.properties).toMatchObject({ ClientId: { Ref: command?.id } });
    expect(client?.properties).toMatchObject({ UserPoolId: 'eu-west-1_Ab12Cd34E', GenerateSecret: false });
    expect(JSON.stringify(client?.properties.CallbackURLs)).toMatch(/ApiEndpoint.*\/console\/callback"/);
    expect(JSON.stringify(client?.properties.LogoutURLs)).toMatch(/ApiEndpoint.*\/console"/);
    expect(style?.properties).toMatchObject({ UserPoolId: 'eu-west-1_Ab12Cd34E', ClientId: { Ref: client?.id } });
  });

  test('returns users to its domain once it has one', () => {
    const moved = synthesise('recovered', {
      routes: {},
      workers: [],
      settings: { ...EXISTING, publicUrl: 'https://assay.example.com' },
    });

    expect(moved.all('AWS::Cognito::UserPoolClient')[0]?.properties).toMatchObject({
      CallbackURLs: ['https://assay.example.com/console/callback'],
      LogoutURLs: ['https://assay.example.com/console'],
    });
  });

  test('trusts the pool, and accepts tokens of its own client only', () => {
    expect(valuesOf('ISSUER')).toEqual(new Set([ISSUER]));
    expect(valuesOf('JWKS_URI')).toEqual(new Set([`${ISSUER}/.well-known/jwks.json`]));
    const audiences = new Set([...valuesOf('AUDIENCE')].map((one) => JSON.stringify(one)));
    expect([...audiences]).toEqual([expect.stringContaining('ExistingUsersDashboard')]);
  });

  test('lets the console call the sign-in pages of the pool', () => {
    const page = functions.find(({ properties }) => properties.FunctionName === 'assay-recovered-console-read-console');

    expect(JSON.stringify(page?.properties.Environment.Variables.CONSOLE_ORIGINS)).toContain(
      EXISTING.consoleSignInOrigin,
    );
  });

  test('manages the members of the pool', () => {
    expect(valuesOf('USER_POOL_ID')).toEqual(new Set(['eu-west-1_Ab12Cd34E']));
    const granted = resourcesOf('cognito-idp:AdminUpdateUserAttributes');
    expect(granted.length).toBeGreaterThan(0);
    expect(new Set(granted)).toEqual(new Set([EXISTING.userPoolArn]));
  });

  test('has a function that the pool may call when that of the source is gone', () => {
    const trigger = functions.find(
      ({ properties }) => properties.FunctionName === 'assay-recovered-identity-add-token-claims',
    );
    const allowed = restored
      .all('AWS::Lambda::Permission')
      .filter(({ properties }) => properties.Principal === 'cognito-idp.amazonaws.com');

    expect(allowed.map(({ properties }) => [properties.FunctionName, properties.SourceArn])).toEqual([
      [{ 'Fn::GetAtt': [trigger?.id, 'Arn'] }, EXISTING.userPoolArn],
    ]);
  });

  test('seals with the key of its source, creates none, and watches it', () => {
    const signing = restored.all('AWS::KMS::Key').filter(({ properties }) => properties.KeyUsage === 'SIGN_VERIFY');
    const [watched] = restored
      .all('AWS::Events::Rule')
      .filter(({ properties }) => properties.EventPattern?.source?.includes('aws.kms'));

    expect(signing).toEqual([]);
    expect(valuesOf('SEAL_KEY_ID')).toEqual(new Set([EXISTING.sealKeyArn]));
    for (const action of ['kms:Sign', 'kms:GetPublicKey']) {
      const granted = resourcesOf(action);
      expect(granted.length).toBeGreaterThan(0);
      expect(new Set(granted)).toEqual(new Set([EXISTING.sealKeyArn]));
    }
    expect(watched?.properties.EventPattern.detail.resources.ARN).toContain(EXISTING.sealKeyArn);
  });

  test('has tables and buckets of its own, which rows and files are copied into', () => {
    const named = (prefix: string) =>
      environments.flatMap((one) => Object.entries(one).filter(([name]) => name.startsWith(prefix)));

    expect(restored.all('AWS::DynamoDB::Table')).toHaveLength(Object.keys(tableDefinitions).length);
    for (const [, value] of [...named('TABLE_'), ...named('BUCKET_')]) expect(value).toHaveProperty('Ref');
  });

  test('says what a stage that is restored from it in turn is deployed with', () => {
    const { Outputs } = restored.templates.get('assay-recovered')?.toJSON() ?? {};

    expect(Outputs).toMatchObject({
      UserPoolArn: { Value: EXISTING.userPoolArn },
      SignInOrigin: { Value: EXISTING.consoleSignInOrigin },
      SealKeyArn: { Value: EXISTING.sealKeyArn },
    });
    const { userPoolArn, sealKeyArn } = JSON.parse(Outputs.LastingSettings.Value);
    expect({ userPoolArn, sealKeyArn }).toEqual({
      userPoolArn: EXISTING.userPoolArn,
      sealKeyArn: EXISTING.sealKeyArn,
    });
  });
});
