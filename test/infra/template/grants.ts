import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { bucketUses, indexUses, mergeUses, tableUses, usesOfRoute } from '#infra/grants.ts';
import { earlierReleases, type RecordedUses, readRecording, usesOfCode } from '#infra/recorded-uses.ts';
import { isPublicBucket } from '#shared/buckets.ts';
import { allRoutes, routes } from '#shared/routes.ts';
import type { Uses } from '#shared/uses.ts';
import { VERSION } from '#shared/version.ts';
import { testEachOf } from '#test/support/each-of.ts';
import { grantedTo, OF_SHARD_PLAN, ON_WATCH_KEYS } from '../granted.ts';
import { type Synthesised, synthesise, workers } from '../synthesised.ts';

const service = synthesise('dev');
const OWN_LOGS = ['logs:CreateLogStream own logs', 'logs:PutLogEvents own logs'];
const TABLE_KEY = [
  'kms:Decrypt',
  'kms:DescribeKey',
  'kms:Encrypt',
  'kms:GenerateDataKey',
  'kms:GenerateDataKeyWithoutPlaintext',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
].map((action) => `${action} data key via dynamodb`);
const SECRET_KEY = 'kms:Decrypt data key via secretsmanager for master secret';
const FUNCTIONS = [...allRoutes, ...workers].map((fn) => [`${fn.module}.${fn.name}`, fn] as const);

describe('all permissions of some functions', () => {
  test('health may write its log and nothing else', () => {
    expect(grantedTo(service, routes.service.readHealth)).toEqual(OWN_LOGS);
  });

  test('reading a record may authenticate and read', () => {
    expect(grantedTo(service, routes.risk.readRecord)).toEqual(
      [
        ...OWN_LOGS,
        ...TABLE_KEY,
        ...OF_SHARD_PLAN,
        SECRET_KEY,
        'secretsmanager:GetSecretValue master secret',
        'dynamodb:BatchGetItem identity',
        'dynamodb:UpdateItem identity',
        'dynamodb:BatchGetItem risk',
        'dynamodb:GetItem risk',
        'dynamodb:GetItem journal',
      ].sort(),
    );
  });

  test('creating a subject may authenticate, write it, and commit', () => {
    expect(grantedTo(service, routes.risk.createSubject)).toEqual(
      [
        ...OWN_LOGS,
        ...TABLE_KEY,
        ...OF_SHARD_PLAN,
        SECRET_KEY,
        'secretsmanager:GetSecretValue master secret',
        'dynamodb:BatchGetItem identity',
        'dynamodb:UpdateItem identity',
        'dynamodb:PutItem risk',
        'dynamodb:GetItem journal',
        'dynamodb:PutItem journal',
        'dynamodb:BatchGetItem webhooks',
        'dynamodb:GetItem webhooks',
      ].sort(),
    );
  });

  test('an index is granted only where it is named, and only to be queried', () => {
    expect(grantedTo(service, workerNamed('exampleOfSchedule'))).toEqual(
      [
        ...OWN_LOGS,
        ...TABLE_KEY,
        ...OF_SHARD_PLAN,
        'dynamodb:Query journal',
        'dynamodb:Query journal/due',
        'sqs:SendMessage erasures',
      ].sort(),
    );
  });

  test('a worker of a queue may also receive its messages', () => {
    expect(grantedTo(service, workerNamed('exampleOfQueue'))).toEqual(
      [
        ...OWN_LOGS,
        ...TABLE_KEY,
        ...OF_SHARD_PLAN,
        'dynamodb:GetItem risk',
        'sqs:DeleteMessage erasures',
        'sqs:GetQueueAttributes erasures',
        'sqs:ReceiveMessage erasures',
      ].sort(),
    );
  });

  test('a worker of a stream may also read it, and send failed records to the dead-letter queue', () => {
    expect(grantedTo(service, workerNamed('exampleOfStream'))).toEqual(
      [
        ...OWN_LOGS,
        ...TABLE_KEY,
        ...OF_SHARD_PLAN,
        'dynamodb:PutItem risk',
        'dynamodb:Query risk',
        'dynamodb:DescribeStream risk stream',
        'dynamodb:GetRecords risk stream',
        'dynamodb:GetShardIterator risk stream',
        'dynamodb:ListStreams *',
        'sqs:SendMessage dead letters',
      ].sort(),
    );
  });
});

describe('of every function', () => {
  const declared = (uses: Uses) => [
    ...(tableUses(uses).length > 0 ? OF_SHARD_PLAN : []),
    ...tableUses(uses).flatMap(([table, actions]) => actions.map((action) => `dynamodb:${action} ${table}`)),
    ...indexUses(uses).flatMap(([table, indexes]) => indexes.map((index) => `dynamodb:Query ${table}/${index}`)),
  ];
  const isAboutRows = (line: string) =>
    line.startsWith('dynamodb:') && !line.endsWith(' stream') && !line.endsWith(' *');

  testEachOf('the tables are exactly those declared', FUNCTIONS, (fn) => {
    const uses = 'method' in fn ? usesOfRoute(fn) : fn.uses;

    const granted = grantedTo(service, fn).filter(isAboutRows);

    expect(granted).toEqual(declared(uses).sort());
  });

  testEachOf('queues and the secret are exactly those declared', FUNCTIONS, (fn) => {
    const { queues = [], masterSecret } = 'method' in fn ? usesOfRoute(fn) : fn.uses;
    const sends = grantedTo(service, fn).filter((line) => line.startsWith('sqs:SendMessage'));
    const secrets = grantedTo(service, fn).filter((line) => line.startsWith('secretsmanager:'));

    expect(sends.filter((line) => !line.endsWith('dead letters'))).toEqual(
      queues.map((queue) => `sqs:SendMessage ${queue}`).sort(),
    );
    expect(secrets).toHaveLength(masterSecret ? 1 : 0);
  });

  testEachOf('the buckets are exactly those declared', FUNCTIONS, (fn) => {
    const uses = 'method' in fn ? usesOfRoute(fn) : fn.uses;

    const granted = grantedTo(service, fn).filter((line) => line.startsWith('s3:'));

    expect(granted).toEqual(
      bucketUses(uses)
        .flatMap(([bucket, actions]) =>
          actions.map((action) =>
            action === 'ListBucket' ? `s3:ListBucket bucket of ${bucket}` : `s3:${action} objects of ${bucket}`,
          ),
        )
        .sort(),
    );
  });

  testEachOf('the data key is used only through the services that it uses', FUNCTIONS, (fn) => {
    const uses = 'method' in fn ? usesOfRoute(fn) : fn.uses;
    const encrypted = bucketUses(uses).filter(([name]) => !isPublicBucket(name));
    const writes = (actions: readonly string[]) => actions.some((action) => action.startsWith('PutObject'));
    const through = (action: string, named: typeof encrypted) =>
      named.length === 0
        ? []
        : [
            `kms:${action} data key via s3 ${named.map(([name]) => `for bucket of ${name} for objects of ${name}`).join(' ')}`,
          ];

    const granted = grantedTo(service, fn).filter((line) => line.includes(' data key'));

    expect(granted).toEqual(
      [
        ...(tableUses(uses).length > 0 ? TABLE_KEY : []),
        ...through(
          'Decrypt',
          encrypted.filter(([, actions]) => actions.includes('GetObject') || writes(actions)),
        ),
        ...through(
          'GenerateDataKey',
          encrypted.filter(([, actions]) => writes(actions)),
        ),
        ...(uses.masterSecret ? [SECRET_KEY] : []),
        ...(uses.watchKey ? [`kms:${uses.watchKey === 'encrypt' ? 'Encrypt' : 'Decrypt'} data key for watches`] : []),
      ].sort(),
    );
  });

  test('the functions that create watches make their keys, and the worker alone can decrypt them', () => {
    const by = (line: string) =>
      FUNCTIONS.flatMap(([name, fn]) => (grantedTo(service, fn).includes(line) ? [name] : []));

    expect(by('kms:Encrypt data key for watches')).toEqual([
      'screening.createScreeningWatch',
      'screening.createBatchWatches',
    ]);
    expect(by('kms:Decrypt data key for watches')).toEqual(['workers.advanceWatches']);
  });

  test('no role of the stage uses the data key by itself, but for the keys of watches', () => {
    for (const stack of [service, synthesise('production')]) {
      const statements = stack
        .all('AWS::IAM::Role')
        .flatMap(({ properties }) => properties.Policies ?? [])
        .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
        .filter(({ Resource }) => JSON.stringify(Resource).includes('DataKey'))
        .filter(({ Condition }) => !isDeepStrictEqual(Condition, ON_WATCH_KEYS));

      expect(statements.length).toBeGreaterThan(100);
      for (const { Condition } of statements)
        expect(Condition).toMatchObject({ StringEquals: { 'kms:ViaService': expect.anything() } });
    }
  });

  test('functions write objects only where they belong', () => {
    const puts = FUNCTIONS.flatMap(([name, fn]) => {
      const lines = grantedTo(service, fn).filter((line) => line.startsWith('s3:PutObject '));
      return lines.map((line) => [name, line.replace('s3:PutObject ', '')]);
    });
    const by = (objects: string) => puts.flatMap(([name, line]) => (line === objects ? [name] : []));

    // Presigned URLs for callers.
    expect(by('uploads/* objects of documents')).toEqual(['documents.openUpload', 'risk.openAttachment']);
    expect(by('attachments/* objects of documents')).toEqual(['risk.createNote']);
    expect(by('uploads/* objects of lists')).toEqual(['screening.uploadScreeningFile', 'screening.saveOwnList']);
    expect(by('documents/* objects of documents')).toContain('documents.completeSigning');
    expect(by('documents/* objects of documents')).not.toContain('documents.openUpload');
    expect(puts.filter(([, line]) => line?.startsWith('objects of'))).toEqual([]);
  });

  testEachOf('only actions without resource-level permissions are granted on `*`', FUNCTIONS, (fn) => {
    const everywhere = grantedTo(service, fn).filter((line) => line.endsWith(' *'));

    const isTriggeredByStream = 'trigger' in fn && 'stream' in fn.trigger;
    expect(everywhere).toEqual(isTriggeredByStream ? ['dynamodb:ListStreams *'] : []);
  });

  test('no policy exists outside the roles', () => {
    expect(service.all('AWS::IAM::Policy')).toEqual([]);
    expect(service.all('AWS::IAM::ManagedPolicy')).toEqual([]);
  });

  test('production adds X-Ray, and DescribeAlarms for CodeDeploy', () => {
    const production = synthesise('production');

    const everywhere = production
      .all('AWS::IAM::Role')
      .flatMap(({ properties }) => properties.Policies[0].PolicyDocument.Statement)
      .filter(({ Resource }) => Resource === '*')
      .flatMap(({ Action }) => Action);

    expect([...new Set(everywhere)].sort()).toEqual([
      'cloudwatch:DescribeAlarms',
      'dynamodb:ListStreams',
      'xray:PutTelemetryRecords',
      'xray:PutTraceSegments',
    ]);
  });
});

describe('a role also grants what code of the release before uses', () => {
  const { readRecord, createSubject } = routes.risk;
  const earlier: RecordedUses = {
    'risk.readRecord': {
      tables: { risk: ['DeleteItem'], journal: ['GetItem'] },
      indexes: { risk: ['due'] },
      buckets: { lists: ['GetObject', 'ListBucket'] },
      queues: ['erasures'],
      bedrock: true,
    },
    'workers.exampleOfQueue': { tables: { journal: ['Query'] }, masterSecret: true },
    // Nothing has this name any more.
    'risk.readNothing': { tables: { risk: ['GetItem'] } },
  };
  const released = synthesise('dev', { routes: { risk: routes.risk }, earlierReleases: [{}, earlier] });

  test('so that an action which a release drops stays until the next release', () => {
    expect(grantedTo(released, readRecord)).toEqual(
      [
        ...grantedTo(service, readRecord),
        'bedrock:InvokeModel foundation-model',
        'bedrock:InvokeModel inference-profile',
        'dynamodb:DeleteItem risk',
        'dynamodb:Query risk/due',
        'kms:Decrypt data key via s3 for bucket of lists for objects of lists',
        's3:GetObject objects of lists',
        's3:ListBucket bucket of lists',
        'sqs:SendMessage erasures',
      ].sort(),
    );
    expect(grantedTo(released, workerNamed('exampleOfQueue'))).toEqual(
      [
        ...grantedTo(service, workerNamed('exampleOfQueue')),
        'dynamodb:Query journal',
        SECRET_KEY,
        'secretsmanager:GetSecretValue master secret',
      ].sort(),
    );
  });

  test('and nothing to functions that the release before does not know', () => {
    expect(grantedTo(released, createSubject)).toEqual(grantedTo(service, createSubject));
  });

  test('without the settings of the dropped use: each version of the code has its own', () => {
    const environmentIn = (synthesised: Synthesised) =>
      synthesised
        .all('AWS::Lambda::Function')
        .find(({ properties }) => properties.FunctionName === 'assay-dev-risk-read-record')?.properties.Environment;

    expect(environmentIn(released)).toEqual(environmentIn(service));
  });
});

describe('recorded releases', () => {
  const releases = earlierReleases(VERSION);
  const deployed = synthesise('dev', { earlierReleases: releases });

  test('include this version: run npm run record-release', () => {
    expect(readRecording(VERSION)).toEqual(usesOfCode());
    expect(readRecording(VERSION)).toMatchObject({
      'risk.createSubject': { masterSecret: true, tables: { identity: expect.anything() } },
      'workers.sendMail': { masterSecret: true, mail: true },
    });
  });

  testEachOf('everything it used in them is granted', FUNCTIONS, (fn, name) => {
    const granted = grantedTo(deployed, fn);

    for (const release of releases)
      for (const [table, actions] of tableUses(release[name] ?? {}))
        for (const action of actions) expect(granted).toContain(`dynamodb:${action} ${table}`);
  });

  test('count as the two up to this version, in the order of versions', () => {
    const directory = mkdtempSync(join(tmpdir(), 'releases-'));
    for (const version of ['0.9.0', '0.10.0', '0.11.0', '1.0.0'])
      writeFileSync(join(directory, `${version}.json`), JSON.stringify({ [version]: { queues: ['erasures'] } }));
    const namesOf = (version: string) => earlierReleases(version, directory).flatMap((release) => Object.keys(release));

    expect(namesOf('0.11.0')).toEqual(['0.10.0', '0.11.0']);
    expect(namesOf('0.12.0')).toEqual(['0.10.0', '0.11.0']);
    expect(namesOf('0.9.0')).toEqual(['0.9.0']);
    expect(namesOf('0.8.0')).toEqual([]);
    rmSync(directory, { recursive: true });
  });

  test.each([
    ['a table', { tables: { widgets: ['GetItem'] } }],
    ['an index', { indexes: { risk: ['widgets'] } }],
    ['a bucket', { buckets: { widgets: ['GetObject'] } }],
    ['a queue', { queues: ['widgets'] }],
  ])('with %s that is gone are refused', (_what, uses) => {
    const directory = mkdtempSync(join(tmpdir(), 'releases-'));
    writeFileSync(join(directory, '0.1.0.json'), JSON.stringify({ 'risk.readRecord': uses }));

    expect(() => earlierReleases('0.1.0', directory)).toThrow('one release later');
    rmSync(directory, { recursive: true });
  });

  // IAM counts no white space. A reference becomes an ARN; the longest, of a queue, has 120 characters.
  test('leave every role below the 10,240 characters of its inline policies', () => {
    const sizes = deployed.all('AWS::IAM::Role').map(({ properties }) => {
      const policies = (properties.Policies ?? []).map(
        ({ PolicyDocument }: { PolicyDocument: object }) => PolicyDocument,
      );
      return JSON.stringify(policies).replaceAll(/\{"(Ref|Fn::GetAtt)":[^}]*\}/g, 'x'.repeat(150)).length;
    });

    expect(Math.max(...sizes)).toBeGreaterThan(2_000);
    expect(Math.max(...sizes)).toBeLessThan(10_240);
  });
});

describe('declarations', () => {
  test('merge without duplicate actions', () => {
    const merged = mergeUses(
      { tables: { risk: ['GetItem', 'Query'] }, queues: ['erasures'] },
      {
        tables: { risk: ['GetItem'], identity: ['GetItem'] },
        indexes: { journal: ['due'] },
        queues: ['erasures'],
      },
      { indexes: { journal: ['due'] }, buckets: { lists: ['GetObject'] } },
      { buckets: { lists: ['GetObject', 'PutObject indexes/*'] } },
    );

    expect(merged).toEqual({
      tables: { risk: ['GetItem', 'Query'], identity: ['GetItem'] },
      indexes: { journal: ['due'] },
      buckets: { lists: ['GetObject', 'PutObject indexes/*'] },
      queues: ['erasures'],
      masterSecret: false,
    });
  });
});

function workerNamed(name: string) {
  const found = workers.find((it) => it.name === name);
  if (!found) throw new Error(`There is no worker ${name}.`);
  return found;
}
