import { expect, test } from 'vitest';
import { callsOf } from '../src/aws/aws-calls.ts';

const table = (name: string) => `arn:aws:dynamodb:us-east-1:000000000000:table/${name}`;
const QUEUE = 'arn:aws:sqs:us-east-1:000000000000:jobs';

test.each([
  ['GetItem', { TableName: 'risk' }, [`dynamodb:GetItem ${table('risk')}`]],
  ['GetItem', { TableName: table('risk') }, [`dynamodb:GetItem ${table('risk')}`]],
  ['Query', { TableName: 'risk', IndexName: 'due' }, [`dynamodb:Query ${table('risk')}/index/due`]],
  ['ListTables', {}, ['dynamodb:ListTables *']],
  [
    'BatchWriteItem',
    { RequestItems: { risk: [], journal: [] } },
    [`dynamodb:BatchWriteItem ${table('risk')}`, `dynamodb:BatchWriteItem ${table('journal')}`],
  ],
  [
    'TransactGetItems',
    { TransactItems: [{ Get: { TableName: 'risk' } }, { Get: { TableName: 'risk' } }] },
    [`dynamodb:GetItem ${table('risk')}`],
  ],
  [
    'TransactWriteItems',
    {
      TransactItems: [
        { Put: { TableName: 'risk' } },
        { Update: { TableName: 'risk' } },
        { Delete: { TableName: 'journal' } },
        { ConditionCheck: { TableName: 'identity' } },
      ],
    },
    [
      `dynamodb:PutItem ${table('risk')}`,
      `dynamodb:UpdateItem ${table('risk')}`,
      `dynamodb:DeleteItem ${table('journal')}`,
      `dynamodb:ConditionCheckItem ${table('identity')}`,
    ],
  ],
  [
    'GetRecords',
    {
      ShardIterator: 'arn:aws:dynamodb:ddblocal:000000000000:table/risk/stream/2026-01-01|001|abc',
    },
    [`dynamodb:GetRecords ${table('risk')}/stream/local`],
  ],
])('DynamoDB %s with %j', (operation, body, expected) => {
  expect(callsOf(aJsonRequest('dynamodb', `DynamoDB_20120810.${operation}`, body)).map(spoken)).toEqual(expected);
});

test('DynamoDB calls on a row name its partition key, also within a transaction', () => {
  const row = { pk: { S: 'one' }, sk: { S: 'a' } };
  const keysOf = (operation: string, body: object) =>
    callsOf(aJsonRequest('dynamodb', `DynamoDB_20120810.${operation}`, body)).map(({ leadingKey }) => leadingKey);

  expect(keysOf('GetItem', { TableName: 'risk', Key: row })).toEqual(['one']);
  expect(keysOf('PutItem', { TableName: 'risk', Item: row })).toEqual(['one']);
  expect(
    keysOf('TransactWriteItems', {
      TransactItems: [
        { Put: { TableName: 'risk', Item: row } },
        { Put: { TableName: 'risk', Item: { ...row, pk: { S: 'two' } } } },
      ],
    }),
  ).toEqual(['one', 'two']);
  expect(keysOf('BatchGetItem', { RequestItems: { risk: { Keys: [row] } } })).toEqual([undefined]);
});

test.each([
  ['SendMessage', { QueueUrl: 'http://127.0.0.1:1/000000000000/jobs' }, `sqs:SendMessage ${QUEUE}`],
  ['SendMessageBatch', { QueueUrl: 'http://x/000000000000/jobs' }, `sqs:SendMessage ${QUEUE}`],
  ['DeleteMessageBatch', { QueueUrl: 'http://x/000000000000/jobs' }, `sqs:DeleteMessage ${QUEUE}`],
  ['GetQueueUrl', { QueueName: 'jobs' }, `sqs:GetQueueUrl ${QUEUE}`],
])('SQS %s', (operation, body, expected) => {
  expect(callsOf(aJsonRequest('sqs', `AmazonSQS.${operation}`, body)).map(spoken)).toEqual([expected]);
});

test.each([
  ['GET', '/lists/eu/full.xml', ['s3:GetObject arn:aws:s3:::lists/eu/full.xml']],
  ['HEAD', '/lists/a%20b', ['s3:GetObject arn:aws:s3:::lists/a b']],
  ['PUT', '/lists/a', ['s3:PutObject arn:aws:s3:::lists/a']],
  ['PUT', '/lists/a?partNumber=1&uploadId=u', ['s3:PutObject arn:aws:s3:::lists/a']],
  ['POST', '/lists/a?uploads', ['s3:PutObject arn:aws:s3:::lists/a']],
  ['DELETE', '/lists/a?uploadId=u', ['s3:AbortMultipartUpload arn:aws:s3:::lists/a']],
  ['DELETE', '/lists/a', ['s3:DeleteObject arn:aws:s3:::lists/a']],
  ['GET', '/lists?list-type=2', ['s3:ListBucket arn:aws:s3:::lists']],
  ['GET', '/lists/?list-type=2', ['s3:ListBucket arn:aws:s3:::lists']],
])('S3 %s %s', (method, path, expected) => {
  expect(callsOf({ ...aRequest('s3'), method, path }).map(spoken)).toEqual(expected);
});

test('an S3 copy reads its source, and a deletion of many names each', () => {
  const copy = { ...aRequest('s3'), method: 'PUT', path: '/to/a' };
  const body = Buffer.from('<Delete><Object><Key>x</Key></Object><Object><Key>y</Key></Object></Delete>');

  expect(callsOf({ ...copy, headers: { 'x-amz-copy-source': '/from/b' } }).map(spoken)).toEqual([
    's3:PutObject arn:aws:s3:::to/a',
    's3:GetObject arn:aws:s3:::from/b',
  ]);
  expect(callsOf({ ...aRequest('s3'), method: 'POST', path: '/b?delete', body }).map(spoken)).toEqual([
    's3:DeleteObject arn:aws:s3:::b/x',
    's3:DeleteObject arn:aws:s3:::b/y',
  ]);
});

test.each([
  ['a service it does not have', aRequest('bedrock'), 'service bedrock'],
  ['an S3 request it does not know', { ...aRequest('s3'), method: 'PATCH', path: '/a' }, 'PATCH bucket'],
])('refuses %s', (_name, request, complaint) => {
  expect(() => callsOf(request)).toThrow(complaint);
});

function aRequest(service: string) {
  return { service, method: 'POST', path: '/', headers: {}, body: Buffer.alloc(0) };
}

function aJsonRequest(service: string, target: string, body: object) {
  const headers = { 'x-amz-target': target };
  return { ...aRequest(service), headers, body: Buffer.from(JSON.stringify(body)) };
}

function spoken({ action, resource }: { action: string; resource: string }) {
  return `${action} ${resource}`;
}
