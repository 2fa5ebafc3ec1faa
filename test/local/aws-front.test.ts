import { createServer } from 'node:http';
import { DynamoDBClient, GetItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AwsFront, startAwsFront } from '#infra/local/aws/aws-front.ts';
import { callersOf } from '#infra/local/aws/callers.ts';
import { PolicyDocument } from '#infra/local/aws/grants.ts';
import { closeServer, listen, readBody } from '#infra/local/gateway/http-server.ts';
import { arnOf, identityOf } from '#infra/local/template/identities.ts';

const KEY = arnOf('kms', 'key/data');
const SECRET = arnOf('secretsmanager', 'secret:master');
const TABLE = arnOf('dynamodb', 'table/risk');
const CORS_RULES = {
  open: [{ AllowedMethods: ['GET'], AllowedOrigins: ['*'] }],
  shared: [{ AllowedMethods: ['GET'], AllowedOrigins: ['https://page.example'] }],
  blobs: [],
};

/** Stands for the engines: remembers what reached it. */
const reached: { url: string | undefined; body: string }[] = [];
const engine = createServer(async (incoming, outgoing) => {
  const body = (await readBody(incoming)).toString();
  reached.push({ url: incoming.url, body });
  const isXml = incoming.method === 'PUT' || incoming.method === 'GET';
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
    aFunction('deriver', ['secretsmanager:GetSecretValue'], [SECRET], ['kms:Decrypt']),
  ],
  [
    aResource('AWS::DynamoDB::Table', 'risk', { SSESpecification: { KMSMasterKeyId: KEY } }),
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
    () =>
      new S3Client(as('storer')).send(
        new PutObjectCommand({ Bucket: 'blobs', Key: 'other/a', Body: 'x' }),
      ),
    'AccessDenied',
    'storer s3:PutObject',
  ],
  [
    'Secrets Manager',
    () =>
      new SecretsManagerClient(as('reader')).send(new GetSecretValueCommand({ SecretId: SECRET })),
    'AccessDeniedException',
    'reader secretsmanager:GetSecretValue',
  ],
])(
  '%s is denied in its own way, before the engine hears of it',
  async (_service, call, name, denial) => {
    await expect(call()).rejects.toMatchObject({ name });

    expect(reached).toEqual([]);
    expect(denied).toEqual([denial]);
  },
);

test('messages, objects and secrets pass where they are granted', async () => {
  const sqs = new SQSClient({ ...as('sender'), md5: false });
  const QueueUrl = `${front.endpoint}/000000000000/jobs`;

  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: '{}' }));
  await new S3Client(as('storer')).send(
    new PutObjectCommand({ Bucket: 'blobs', Key: 'own/a', Body: 'x' }),
  );
  const secret = await new SecretsManagerClient(as('deriver')).send(
    new GetSecretValueCommand({ SecretId: SECRET }),
  );

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
  const credential = 'X-Amz-Credential=lender/20260101/us-east-1/s3/aws4_request';

  const { status, headers } = await fetch(`${front.endpoint}/${bucket}/a.pdf?${credential}`, {
    method,
    headers: { origin },
  });

  expect([status, headers.get('access-control-allow-origin')]).toEqual([200, allowed]);
});

test('whoever is no function of the template is a stranger', async () => {
  await expect(dynamoAs('nobody').send(getItem)).rejects.toMatchObject({
    name: 'InvalidClientTokenId',
  });
  await expect(
    new S3Client(as('nobody')).send(new GetObjectCommand({ Bucket: 'blobs', Key: 'a' })),
  ).rejects.toMatchObject({ name: 'InvalidClientTokenId' });
});

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
    ...{ name, arn: name, directory: '', handler: '', environment: {} },
    ...{ timeoutSeconds: 1, memoryMb: 128 },
    policies: [PolicyDocument.parse({ Version: '2012-10-17', Statement })],
  };
}

function aResource(type: string, name: string, properties: Record<string, unknown>) {
  return { type, name, identity: identityOf(type, name, ''), properties, asset: undefined };
}
