import { createServer } from 'node:http';
import { DynamoDBClient, GetItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type AwsFront, startAwsFront } from '../src/aws/aws-front.ts';
import { callersOf } from '../src/aws/callers.ts';
import { PolicyDocument } from '../src/aws/grants.ts';
import { closeServer, listen, readBody } from '../src/gateway/http-server.ts';
import { arnOf, identityOf } from '../src/template/identities.ts';
import { presignedAddress } from './presigned-address.ts';

const KEY = arnOf('kms', 'key/data');
const SECRET = arnOf('secretsmanager', 'secret:master');
const TABLE = arnOf('dynamodb', 'table/risk');
const CORS_RULES = {
  open: [{ AllowedMethods: ['GET'], AllowedOrigins: ['*'] }],
  written: [
    {
      AllowedMethods: ['PUT'],
      AllowedOrigins: ['https://*.example'],
      AllowedHeaders: ['content-type'],
      MaxAge: 600,
    },
  ],
  shared: [{ AllowedMethods: ['GET'], AllowedOrigins: ['https://page.example'] }],
  blobs: [],
};

/** Stands for the engines: remembers what reached it. */
const reached: { url: string | undefined; body: string }[] = [];
const engine = createServer(async (incoming, outgoing) => {
  const body = (await readBody(incoming)).toString();
  reached.push({ url: incoming.url, body });
  const isXml = incoming.method === 'PUT' || incoming.method === 'GET';
  if (incoming.url?.includes('/gone')) outgoing.statusCode = 404;
  outgoing.setHeader('content-type', isXml ? 'application/xml' : 'application/x-amz-json-1.0');
  outgoing.end(isXml ? '' : '{"Item":{"pk":{"S":"a"}},"MessageId":"m"}');
});

let front: AwsFront;
const denied: string[] = [];

const callers = callersOf(
  [
    aFunction('reader', ['dynamodb:GetItem'], [TABLE], ['kms:Decrypt']),
    aFunction('keyless', ['dynamodb:GetItem'], [TABLE], []),
    aFunction('sender', ['sqs:SendMessage'], [arnOf('sqs', 'jobs')], []),
    aFunction('storer', ['s3:PutObject'], ['arn:aws:s3:::blobs/own/*'], []),
    aFunction('lender', ['s3:GetObject', 's3:PutObject'], ['arn:aws:s3:::*'], []),
    aFunction('lister', ['s3:GetObject', 's3:ListBucket'], ['arn:aws:s3:::*'], []),
    aFunction('opener', ['s3:GetObject', 's3:PutObject'], ['arn:aws:s3:::*'], ['kms:Decrypt']),
    aFunction('sealer', ['s3:PutObject'], ['arn:aws:s3:::*'], ['kms:GenerateDataKey']),
    aFunction('deriver', ['secretsmanager:GetSecretValue'], [SECRET], ['kms:Decrypt']),
  ],
  [
    aResource('AWS::DynamoDB::Table', 'risk', { SSESpecification: { KMSMasterKeyId: KEY } }),
    aResource('AWS::S3::Bucket', 'locked', {
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [
          { ServerSideEncryptionByDefault: { SSEAlgorithm: 'aws:kms', KMSMasterKeyID: KEY } },
        ],
      },
    }),
    {
      ...aResource('AWS::SecretsManager::Secret', 'x', { KmsKeyId: KEY }),
      identity: { ref: SECRET, attributes: {} },
    },
  ],
);

beforeAll(async () => {
  const endpoint = `http://127.0.0.1:${await listen(engine, 0)}`;
  front = await startAwsFront(() => ({
    callers,
    outbox: '',
    corsRules: CORS_RULES,
    signingKeys: {},
    secrets: { [SECRET]: 'the master secret' },
    engines: { dynamodb: endpoint, sqs: endpoint, s3: endpoint },
    onDone: () => undefined,
    onDenied: (functionName, { action }) => denied.push(`${functionName} ${action}`),
  }));
});
afterAll(async () => {
  await front.stop();
  await closeServer(engine);
});
beforeEach(() => {
  reached.length = 0;
  denied.length = 0;
});

const getItem = new GetItemCommand({ TableName: 'risk', Key: { pk: { S: 'a' } } });

test('a granted call reaches the engine as it was sent, and is remembered as used', async () => {
  const { Item } = await dynamoAs('reader').send(getItem);

  expect(Item).toEqual({ pk: { S: 'a' } });
  expect(JSON.parse(reached[0]?.body ?? '')).toEqual({
    TableName: 'risk',
    Key: { pk: { S: 'a' } },
  });
  expect(callers.usedGrants()).toContainEqual({
    function: 'reader',
    action: 'dynamodb:GetItem',
    resource: TABLE,
  });
});

test.each([
  [
    'DynamoDB',
    () =>
      dynamoAs('reader').send(
        new QueryCommand({
          TableName: 'risk',
          KeyConditionExpression: 'pk = :a',
          ExpressionAttributeValues: { ':a': { S: 'a' } },
        }),
      ),
    'AccessDeniedException',
    'reader dynamodb:Query',
  ],
  [
    'DynamoDB, for want of the key',
    () => dynamoAs('keyless').send(getItem),
    'AccessDeniedException',
    'keyless kms:Decrypt',
  ],
  [
    'SQS',
    () =>
      new SQSClient(as('reader')).send(
        new SendMessageCommand({
          QueueUrl: `${front.endpoint}/000000000000/jobs`,
          MessageBody: '{}',
        }),
      ),
    'AccessDenied',
    'reader sqs:SendMessage',
  ],
  [
    'S3',
    () => new S3Client(as('storer')).send(new PutObjectCommand({ Bucket: 'blobs', Key: 'other/a', Body: 'x' })),
    'AccessDenied',
    'storer s3:PutObject',
  ],
  [
    'Secrets Manager',
    () => new SecretsManagerClient(as('reader')).send(new GetSecretValueCommand({ SecretId: SECRET })),
    'AccessDeniedException',
    'reader secretsmanager:GetSecretValue',
  ],
])('%s is denied in its own way, before the engine hears of it', async (_service, call, name, denial) => {
  await expect(call()).rejects.toMatchObject({ name });

  expect(reached).toEqual([]);
  expect(denied).toEqual([denial]);
});

test('messages, objects and secrets pass where they are granted', async () => {
  const sqs = new SQSClient({ ...as('sender'), md5: false });
  const QueueUrl = `${front.endpoint}/000000000000/jobs`;

  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: '{}' }));
  await new S3Client(as('storer')).send(new PutObjectCommand({ Bucket: 'blobs', Key: 'own/a', Body: 'x' }));
  const secret = await new SecretsManagerClient(as('deriver')).send(new GetSecretValueCommand({ SecretId: SECRET }));

  expect(reached.map(({ url }) => url?.split('?')[0])).toEqual(['/', '/blobs/own/a']);
  expect(secret.SecretString).toBe('the master secret');
  expect(denied).toEqual([]);
});

test.each([
  ['any page', 'GET', 'open', 'https://page.example', '*'],
  ['the page it names', 'GET', 'shared', 'https://page.example', 'https://page.example'],
  ['no other page', 'GET', 'shared', 'https://other.example', null],
  ['no other method', 'PUT', 'open', 'https://page.example', null],
  ['no page, without a rule', 'GET', 'blobs', 'https://page.example', null],
])('a bucket lets %s read', async (_case, method, bucket, origin, allowed) => {
  const object = { method, Bucket: bucket, Key: 'a.pdf' };
  const address = await presignedAddress(front.endpoint, 'lender', object);

  const { status, headers } = await fetch(address, { method, headers: { origin } });

  expect([status, headers.get('access-control-allow-origin')]).toEqual([200, allowed]);
});

test.each([
  ['by its rule', 'written', 'PUT', 'content-type', 200],
  ['not for another method', 'written', 'GET', 'content-type', 403],
  ['not with another header', 'written', 'PUT', 'content-type, x-amz-acl', 403],
  ['not without a rule', 'blobs', 'PUT', 'content-type', 403],
])('a preflight request is answered %s', async (_case, bucket, method, asked, status) => {
  const origin = 'https://page.example';

  const answer = await fetch(`${front.endpoint}/${bucket}/a.pdf`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': asked },
  });

  expect(answer.status).toBe(status);
  expect(answer.headers.get('access-control-allow-origin')).toBe(status === 200 ? origin : null);
  expect(answer.headers.get('access-control-allow-headers')).toBe(status === 200 ? asked : null);
  expect(reached).toEqual([]);
});

test.each([
  ['403 without the right to list the bucket', 'lender', 'AccessDenied', ['lender s3:ListBucket']],
  ['404 with it', 'lister', 'NotFound', []],
])('a missing object is %s', async (_case, name, error, denials) => {
  const found = s3As(name).send(new HeadObjectCommand({ Bucket: 'blobs', Key: 'gone' }));

  const { $metadata } = await found.catch((thrown) => thrown);
  expect($metadata.httpStatusCode).toBe(error === 'NotFound' ? 404 : 403);
  expect(denied).toEqual(denials);
});

test('an encrypted bucket wants rights to its key', async () => {
  const object = { Bucket: 'locked', Key: 'a' };
  const put = (name: string) => s3As(name).send(new PutObjectCommand({ ...object, Body: 'x' }));
  const get = (name: string) => s3As(name).send(new GetObjectCommand(object));

  await Promise.all([put('sealer'), get('opener')]);
  await expect(put('opener')).rejects.toMatchObject({ name: 'AccessDenied' });
  await expect(get('lender')).rejects.toMatchObject({ name: 'AccessDenied' });

  expect(denied).toEqual(['opener kms:GenerateDataKey', 'lender kms:Decrypt']);
});

test('S3 refuses a signature that is not of the request', async () => {
  const wrong = { accessKeyId: 'lender', secretAccessKey: 'another' };
  const signed = new S3Client({ ...as('lender'), forcePathStyle: true, credentials: wrong });
  const object = { Bucket: 'blobs', Key: `a b/(ü)!'*` };

  await expect(signed.send(new GetObjectCommand(object))).rejects.toMatchObject({
    name: 'SignatureDoesNotMatch',
  });
  expect(reached).toEqual([]);
  await s3As('lender').send(new GetObjectCommand(object));
  expect(reached).toHaveLength(1);
});

test('an address is refused when its time is over, and so is one without a signature', async () => {
  const object = { method: 'GET', Bucket: 'blobs', Key: 'a' };
  const address = await presignedAddress(front.endpoint, 'lender', object);

  vi.setSystemTime(Date.now() + 901_000);
  onTestFinished(() => void vi.useRealTimers());
  const late = await fetch(address);
  const unsigned = await fetch(address.replace(/&X-Amz-Signature=[^&]+/, ''));

  expect([late.status, unsigned.status]).toEqual([403, 403]);
  expect(reached).toEqual([]);
});

test('a caller that is no function of the template is refused', async () => {
  await expect(dynamoAs('nobody').send(getItem)).rejects.toMatchObject({
    name: 'InvalidClientTokenId',
  });
  await expect(
    new S3Client(as('nobody')).send(new GetObjectCommand({ Bucket: 'blobs', Key: 'a' })),
  ).rejects.toMatchObject({ name: 'InvalidClientTokenId' });
});

const s3As = (accessKeyId: string) => new S3Client({ ...as(accessKeyId), forcePathStyle: true });
const dynamoAs = (accessKeyId: string) => new DynamoDBClient(as(accessKeyId));

function as(accessKeyId: string) {
  return {
    region: 'us-east-1',
    endpoint: front.endpoint,
    credentials: { accessKeyId, secretAccessKey: 'local' },
    maxAttempts: 1,
  };
}

function aFunction(name: string, actions: string[], resources: string[], keyActions: string[]) {
  const Statement = [
    { Effect: 'Allow', Action: actions, Resource: resources },
    { Effect: 'Allow', Action: keyActions, Resource: KEY },
  ];
  return {
    name,
    arn: name,
    directory: '',
    handler: '',
    environment: {},
    timeoutSeconds: 1,
    memoryMb: 128,
    temporaryMb: 512,
    policies: [PolicyDocument.parse({ Version: '2012-10-17', Statement })],
  };
}

function aResource(type: string, name: string, properties: Record<string, unknown>) {
  return { type, name, identity: identityOf(type, name, ''), properties, asset: undefined };
}
