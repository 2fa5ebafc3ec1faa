import { describe, expect, test } from 'vitest';
import { stageNamed, unprotected } from '#infra/stage.ts';
import { type TableDefinition, tables } from '#shared/tables.ts';
import { synthesise } from '../synthesised.ts';

const dev = synthesise('dev');
const production = synthesise('production');

const tableIn = (service: typeof dev, name: string) => {
  const found = service
    .all('AWS::DynamoDB::Table')
    .filter(({ id }) => new RegExp(`^Stores${name}[0-9A-F]{8}$`).test(id));
  expect(found).toHaveLength(1);
  return found[0];
};

describe.each(Object.entries<TableDefinition>(tables))('the table %s', (name, { stream, indexes }) => {
  const table = tableIn(dev, name);

  test('has the common keys and on-demand billing', () => {
    expect(table?.properties).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
    });
  });

  test('is encrypted with our key and has point-in-time recovery and a TTL', () => {
    expect(table?.properties).toMatchObject({
      SSESpecification: { SSEEnabled: true, SSEType: 'KMS', KMSMasterKeyId: expect.anything() },
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      TimeToLiveSpecification: { AttributeName: 'expiresAtSeconds', Enabled: true },
    });
  });

  test('has the declared stream and indexes', () => {
    const view = stream?.replaceAll('-', '_').toUpperCase();
    const names = (table?.properties.GlobalSecondaryIndexes ?? []).map(
      ({ IndexName, Projection }: { IndexName: string; Projection: { ProjectionType: string } }) => [
        IndexName,
        Projection.ProjectionType,
      ],
    );

    expect(table?.properties.StreamSpecification?.StreamViewType).toBe(view);
    expect(names).toEqual(Object.keys(indexes ?? {}).map((index) => [index, 'KEYS_ONLY']));
  });

  test('is retained in production only', () => {
    expect(tableIn(production, name)).toMatchObject({
      deletionPolicy: 'Retain',
      properties: { DeletionProtectionEnabled: true },
    });
    expect(table).toMatchObject({
      deletionPolicy: 'Delete',
      properties: { DeletionProtectionEnabled: false },
    });
  });
});

test('there is no table that is not declared', () => {
  expect(dev.all('AWS::DynamoDB::Table')).toHaveLength(Object.keys(tables).length);
});

test('backups of erased data expire after 30 days in buckets and 35 in tables', () => {
  for (const stack of [dev, production]) {
    for (const { properties } of stack.all('AWS::S3::Bucket'))
      expect(properties.LifecycleConfiguration.Rules).toContainEqual(
        expect.objectContaining({
          Status: 'Enabled',
          ExpiredObjectDeleteMarker: true,
          NoncurrentVersionExpiration: { NoncurrentDays: 30 },
        }),
      );
    for (const { properties } of stack.all('AWS::DynamoDB::Table'))
      expect(properties.PointInTimeRecoverySpecification).toEqual({
        PointInTimeRecoveryEnabled: true,
        RecoveryPeriodInDays: 35,
      });
  }
});

test('a file of a document cannot be replaced, whoever writes it', () => {
  const policies = production
    .all('AWS::S3::BucketPolicy')
    .flatMap(({ properties }) =>
      properties.PolicyDocument.Statement.filter(({ Sid }: { Sid?: string }) => Sid === 'RefuseReplacing'),
    );

  expect(policies).toEqual([
    {
      Sid: 'RefuseReplacing',
      Effect: 'Deny',
      Principal: { AWS: '*' },
      Action: 's3:PutObject',
      Resource: {
        'Fn::Join': ['', [{ 'Fn::GetAtt': [expect.stringMatching(/^StoresdocumentsBucket/), 'Arn'] }, '/documents/*']],
      },
      Condition: { Null: { 's3:if-none-match': 'true' }, Bool: { 's3:ObjectCreationOperation': 'true' } },
    },
  ]);
});

test('buckets are emptied if the stage can be deleted', () => {
  // The stores exist whether or not a function uses them.
  const emptied = (stage: string) =>
    synthesise(stage, { routes: {}, workers: [] })
      .all('Custom::S3AutoDeleteObjects')
      .map(({ properties }) => properties.BucketName.Ref);
  const all = dev.all('AWS::S3::Bucket').map(({ id }) => id);

  expect(emptied('dev').sort()).toEqual(all.sort());
  expect(emptied('production')).toEqual([]);
  expect(emptied('local')).toEqual([]);
});

describe('pages', () => {
  const rulesOf = (service: typeof dev) =>
    Object.fromEntries(
      service
        .all('AWS::S3::Bucket')
        .map(({ id, properties }) => [
          id.replace(/^Stores|Bucket[0-9A-F]{8}$/g, ''),
          properties.CorsConfiguration?.CorsRules,
        ]),
    );
  const read = { AllowedMethods: ['GET'], AllowedOrigins: ['*'], AllowedHeaders: ['x-service-mode'] };

  const writtenBy = (AllowedOrigins: unknown) => ({
    AllowedMethods: ['PUT'],
    AllowedOrigins,
    AllowedHeaders: ['content-type'],
  });

  test('of every origin may read documents with a presigned URL; the console may upload files', () => {
    const write = writtenBy([expect.anything()]);

    expect(rulesOf(dev)).toEqual({ documents: [read, write], lists: [write], exports: [read] });
    expect(JSON.stringify(rulesOf(dev).lists)).toContain('ApiEndpoint');
  });

  test('that may call the API may upload files with a presigned URL', () => {
    const corsOrigins = ['https://app.example.com'];
    const publicUrl = 'https://assay.example.com';
    const write = writtenBy([...corsOrigins, publicUrl]);

    const opened = synthesise('dev', { routes: {}, workers: [], settings: { corsOrigins, publicUrl } });

    expect(rulesOf(opened)).toEqual({ documents: [read, write], lists: [write], exports: [read] });
  });
});

test('exported files are deleted after a week, and no other files', () => {
  const expiring = dev
    .all('AWS::S3::Bucket')
    .filter(({ properties }) =>
      properties.LifecycleConfiguration.Rules.some(
        ({ Prefix, ExpirationInDays }: Record<string, unknown>) => Prefix === undefined && ExpirationInDays === 7,
      ),
    );

  expect(expiring.map(({ id }) => id)).toEqual([expect.stringMatching(/^StoresexportsBucket/)]);
});

test('retained resources are removed if the first deployment fails, unless they are protected', () => {
  const policiesOf = (type: string) => [...new Set(production.all(type).map(({ deletionPolicy }) => deletionPolicy))];
  const removable = ['KMS::Key', 'S3::Bucket', 'SecretsManager::Secret', 'Logs::LogGroup'];

  for (const type of removable) expect(policiesOf(`AWS::${type}`)).toEqual(['RetainExceptOnCreate']);
  expect(policiesOf('AWS::DynamoDB::Table')).toEqual(['Retain']);
  expect(policiesOf('AWS::Cognito::UserPool')).toEqual(['Retain']);
});

describe('a first deployment of production that fails', () => {
  const first = synthesise('production', {
    routes: {},
    workers: [],
    settings: { firstDeployment: true },
    stage: unprotected(stageNamed('production')),
  });

  test('leaves nothing behind: CloudFormation can delete all data stores and the stack', () => {
    const retained = ['DynamoDB::Table', 'Cognito::UserPool', 'S3::Bucket', 'KMS::Key']
      .flatMap((type) => first.all(`AWS::${type}`))
      .map(({ deletionPolicy, properties }) => [
        deletionPolicy,
        properties.DeletionProtectionEnabled || properties.DeletionProtection === 'ACTIVE',
      ]);

    expect(retained.length).toBeGreaterThan(10);
    for (const one of retained) expect(one).toEqual(['RetainExceptOnCreate', false]);
    expect(first.root.terminationProtection).toBe(false);
  });

  test('has an output that protection is still off', () => {
    const outputs = (of: typeof dev) => of.templates.get('assay-production')?.toJSON().Outputs;

    expect(outputs(first).NextStep.Value).toContain('Deletion protection is off');
    expect(outputs(production)).not.toHaveProperty('NextStep');
  });
});

test('tables and indexes have warm throughput if configured', () => {
  const warmThroughput = { journal: { reads: 20_000, writes: 12_000 } };
  const warmed = synthesise('dev', { routes: {}, workers: [], settings: { warmThroughput } });

  const expected = { ReadUnitsPerSecond: 20_000, WriteUnitsPerSecond: 12_000 };
  const journal = tableIn(warmed, 'journal');
  expect(journal?.properties.WarmThroughput).toEqual(expected);
  for (const index of journal?.properties.GlobalSecondaryIndexes ?? []) expect(index.WarmThroughput).toEqual(expected);
  expect(tableIn(warmed, 'risk')?.properties).not.toHaveProperty('WarmThroughput');
});

test('logs are encrypted with a key of the account if configured', { tags: 'full' }, () => {
  const encrypted = synthesise('dev', { workers: [], settings: { encryptLogs: true } });
  const keysOf = (service: typeof dev) =>
    service.all('AWS::Logs::LogGroup').filter(({ properties }) => properties.KmsKeyId !== undefined);
  const [key] = encrypted.all('AWS::KMS::Key').filter(({ id }) => id.startsWith('LogKey'));

  expect(keysOf(dev)).toEqual([]);
  expect(keysOf(encrypted)).toHaveLength(encrypted.all('AWS::Logs::LogGroup').length);
  expect(key?.properties.KeyPolicy.Statement).toContainEqual(
    expect.objectContaining({
      Principal: { Service: expect.anything() },
      Condition: { ArnLike: { 'kms:EncryptionContext:aws:logs:arn': expect.anything() } },
    }),
  );
});

test('keys rotate', () => {
  // A signing key cannot be rotated: its certificate belongs to this key.
  for (const { properties } of dev.all('AWS::KMS::Key'))
    expect(properties.EnableKeyRotation).toBe(properties.KeyUsage === 'SIGN_VERIFY' ? undefined : true);
});

test('the master secret is long, generated, and encrypted with the key of the tables', () => {
  const [secret, ...others] = dev.all('AWS::SecretsManager::Secret');

  expect(others).toEqual([]);
  expect(secret?.properties).toMatchObject({
    GenerateSecretString: { PasswordLength: 64, ExcludePunctuation: true },
    KmsKeyId: { 'Fn::GetAtt': [expect.stringMatching(/^StoresDataKey/), 'Arn'] },
  });
});

test('the stack of production cannot be deleted by mistake', () => {
  expect(production.root.terminationProtection).toBe(true);
  expect(dev.root.terminationProtection).toBe(false);
});

test('logs expire after the retention of the stage', () => {
  const retention = (service: typeof dev) => [
    ...new Set(service.all('AWS::Logs::LogGroup').map(({ properties }) => properties.RetentionInDays)),
  ];

  expect(retention(dev)).toEqual([14]);
  expect(retention(production)).toEqual([365]);
});
