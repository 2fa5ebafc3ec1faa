import {
  DeleteTableCommand,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  RestoreTableToPointInTimeCommand,
} from '@aws-sdk/client-dynamodb';
import { ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, test } from 'vitest';
import { awsPointInTime } from '#bin/restore/aws-point-in-time.ts';
import { carryOverMasterSecret } from '#bin/restore/master-secret.ts';
import { type StageResources, stageResourcesIn } from '#bin/restore/stage.ts';
import { type TableName, tables } from '#shared/tables.ts';

process.env.AWS_REGION = 'us-east-1';
const dynamo = mockClient(DynamoDBClient);
const s3 = mockClient(S3Client);
const secrets = mockClient(SecretsManagerClient);
beforeEach(() => {
  for (const client of [dynamo, s3, secrets]) client.reset();
});

const AT = new Date('2026-11-16T10:00:00Z');
const NAMES = Object.fromEntries(Object.keys(tables).map((name) => [name, `production-${name}`]));
const source: StageResources = {
  stage: 'production',
  masterSecret: 'secret',
  isPaused: false,
  tables: NAMES as Record<TableName, string>,
  buckets: { documents: 'production-documents', lists: 'production-lists' },
};
const pointInTime = () => awsPointInTime({ source, newStage: 'recovered', at: AT, pollSeconds: 0 });
const notFound = () => new ResourceNotFoundException({ message: 'no such table', $metadata: {} });

describe('tables', () => {
  const restored = (status: 'CREATING' | 'ACTIVE', from = 'production-risk', at = AT) => ({
    Table: {
      TableName: 'assay-recovered-risk-restored',
      TableStatus: status,
      RestoreSummary: {
        SourceTableArn: `arn:aws:dynamodb:eu-central-1:111122223333:table/${from}`,
        RestoreDateTime: at,
        RestoreInProgress: status === 'CREATING',
      },
    },
  });

  test('restore: a table is restored under a predictable name and waited for', async () => {
    dynamo
      .on(DescribeTableCommand)
      .rejectsOnce(notFound())
      .resolvesOnce(restored('CREATING'))
      .resolves(restored('ACTIVE'));
    dynamo.on(RestoreTableToPointInTimeCommand).resolves({});

    expect(await pointInTime().tableAt('risk')).toBe('assay-recovered-risk-restored');

    const [call, ...others] = dynamo.commandCalls(RestoreTableToPointInTimeCommand);
    expect(others).toEqual([]);
    expect(call?.args[0].input).toEqual({
      SourceTableName: 'production-risk',
      TargetTableName: 'assay-recovered-risk-restored',
      RestoreDateTime: AT,
      BillingModeOverride: 'PAY_PER_REQUEST',
      GlobalSecondaryIndexOverride: [],
    });
    expect(dynamo.commandCalls(DescribeTableCommand)).toHaveLength(3);
  });

  test('restore: a table that an earlier run has restored is used again', async () => {
    dynamo.on(DescribeTableCommand).resolves(restored('ACTIVE'));

    await pointInTime().tableAt('risk');

    expect(dynamo.commandCalls(RestoreTableToPointInTimeCommand)).toEqual([]);
  });

  test.each([
    ['another table', restored('ACTIVE', 'staging-risk')],
    ['another moment', restored('ACTIVE', 'production-risk', new Date('2026-11-15T10:00:00Z'))],
    ['no restore', { Table: { TableName: 'x', TableStatus: 'ACTIVE' as const } }],
  ])('restore: a table of that name from %s is refused', async (_from, standing) => {
    dynamo.on(DescribeTableCommand).resolves(standing);

    await expect(pointInTime().tableAt('risk')).rejects.toThrow('was not restored from');
  });

  test('restore: a moment out of reach is refused, with the reach of each table', async () => {
    dynamo.on(DescribeContinuousBackupsCommand).resolves({
      ContinuousBackupsDescription: {
        ContinuousBackupsStatus: 'ENABLED',
        PointInTimeRecoveryDescription: {
          PointInTimeRecoveryStatus: 'ENABLED',
          EarliestRestorableDateTime: new Date('2026-11-16T10:00:01Z'),
          LatestRestorableDateTime: new Date('2026-11-16T12:00:00Z'),
        },
      },
    });

    await expect(pointInTime().check()).rejects.toThrow(
      'production-journal can be restored from 2026-11-16T10:00:01.000Z',
    );
  });

  test('restore: a table without point-in-time recovery is refused', async () => {
    dynamo.on(DescribeContinuousBackupsCommand).resolves({});

    await expect(pointInTime().check()).rejects.toThrow('Point-in-time recovery is off');
  });

  test('restore: tables for reading are deleted, also if some are gone', async () => {
    dynamo.on(DeleteTableCommand).rejectsOnce(notFound()).resolves({});

    await pointInTime().discard();

    const deleted = dynamo.commandCalls(DeleteTableCommand).map(({ args }) => args[0].input);
    expect(deleted).toHaveLength(Object.keys(tables).length);
    for (const { TableName } of deleted) expect(TableName).toMatch(/^assay-recovered-\w+-restored$/);
  });
});

describe('objects', () => {
  const version = (Key: string, VersionId: string, time: string) => ({
    Key,
    VersionId,
    LastModified: new Date(`2026-11-16T${time}Z`),
  });

  test('restore: of each key the newest version at the moment counts', async () => {
    s3.on(ListObjectVersionsCommand)
      .resolvesOnce({
        Versions: [
          version('a', 'a2', '11:00:00'),
          version('a', 'a1', '09:00:00'),
          version('b', 'b1', '09:00:00'),
          version('c', 'c2', '09:59:00'),
        ],
        DeleteMarkers: [version('b', 'b2', '09:30:00'), version('d', 'd2', '10:30:00')],
        IsTruncated: true,
        NextKeyMarker: 'c',
        NextVersionIdMarker: 'c2',
      })
      .resolvesOnce({
        Versions: [version('c', 'c1', '09:00:00'), version('d', 'd1', '09:00:00'), version('e', 'e1', '10:00:01')],
      });

    const found = [];
    for await (const object of pointInTime().objectsAt('documents')) found.push(object);

    expect(found.map(({ key, versionId }) => [key, versionId])).toEqual([
      // Replaced later; deleted before, so not here; on two pages; deleted later; created later, so not here.
      ['a', 'a1'],
      ['c', 'c2'],
      ['d', 'd1'],
    ]);
    expect(s3.commandCalls(ListObjectVersionsCommand)[1]?.args[0].input).toMatchObject({
      Bucket: 'production-documents',
      KeyMarker: 'c',
      VersionIdMarker: 'c2',
    });
  });
});

describe('the master secret', () => {
  test('restore: a different master secret is replaced by that of the source', async () => {
    secrets.on(GetSecretValueCommand, { SecretId: 'old' }).resolves({ SecretString: 'a' });
    secrets.on(GetSecretValueCommand, { SecretId: 'new' }).resolves({ SecretString: 'b' });
    secrets.on(PutSecretValueCommand).resolves({});

    expect(await carryOverMasterSecret('old', 'new')).toBe('copied');
    expect(secrets.commandCalls(PutSecretValueCommand)[0]?.args[0].input).toEqual({
      SecretId: 'new',
      SecretString: 'a',
    });
  });

  test('restore: the same master secret is left alone', async () => {
    secrets.on(GetSecretValueCommand).resolves({ SecretString: 'a' });

    expect(await carryOverMasterSecret('old', 'new')).toBe('same');
    expect(secrets.commandCalls(PutSecretValueCommand)).toEqual([]);
  });

  test('restore: a lost master secret is refused with its consequences', async () => {
    secrets.on(GetSecretValueCommand).rejects(new Error('gone'));

    await expect(carryOverMasterSecret('old', 'new')).rejects.toThrow('--master-secret');
  });
});

test('restore: resources of a stack that is gone are read from a file', () => {
  const { stage: _stage, isPaused: _paused, ...names } = source;

  expect(stageResourcesIn('production', JSON.stringify(names))).toEqual(source);
  expect(() => stageResourcesIn('production', '{"tables":{}}')).toThrow('identity');
});
