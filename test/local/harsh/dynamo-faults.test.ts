import { describe, expect, test } from 'vitest';
import type { AwsRequest } from '#packages/local-aws/src/aws/aws-request.ts';
import { callFaults } from '#packages/local-aws/src/harsh/call-faults.ts';
import type { Disturbance, Strike } from '#packages/local-aws/src/harsh/disturbances.ts';
import { HARSH, harshness } from '#packages/local-aws/src/harsh/harsh.ts';
import { indexLag } from '#packages/local-aws/src/harsh/index-lag.ts';
import { keyThrottle } from '#packages/local-aws/src/harsh/key-throttle.ts';
import { randomFrom } from '#packages/local-aws/src/harsh/random.ts';
import { transactionConflicts } from '#packages/local-aws/src/harsh/transaction-conflicts.ts';

const always = () => 0;
const never = () => 0.999;
const LIMITS = { writeUnitsPerKey: 100, readUnitsPerKey: 300 };

const dynamo = (operation: string, body: object, prefix = 'DynamoDB_20120810'): AwsRequest => ({
  service: 'dynamodb',
  method: 'POST',
  path: '/',
  headers: { 'x-amz-target': `${prefix}.${operation}` },
  body: Buffer.from(JSON.stringify(body)),
});
const row = (pk: string, more: object = {}) => ({ pk: { S: pk }, sk: { S: '1' }, ...more });
const put = (pk: string, text = '') => dynamo('PutItem', { TableName: 'risk', Item: row(pk, { text: { S: text } }) });
const get = (pk: string) => dynamo('GetItem', { TableName: 'risk', Key: row(pk), ConsistentRead: true });
const transaction = (...keys: string[]) =>
  dynamo('TransactWriteItems', {
    TransactItems: keys.map((pk) => ({ Put: { TableName: 'risk', Item: row(pk) } })),
  });
const due = (pk: string) =>
  dynamo('Query', {
    TableName: 'risk',
    IndexName: 'due',
    KeyConditionExpression: '#pk = :pk AND #sk <= :upTo',
    ExpressionAttributeValues: { ':pk': { S: pk }, ':upTo': { S: '2' } },
  });

const bodyOf = (strike: Strike | undefined) =>
  strike && 'answer' in strike ? JSON.parse(strike.answer.body) : undefined;
const isStruck = ({ strike }: Disturbance, request: AwsRequest) => strike?.(request) !== undefined;

describe('throttling per partition key', () => {
  /** How many such requests pass in a row, on a clock that stands still. */
  function passing(request: AwsRequest, answerBytes = 0): number {
    const throttle = keyThrottle(LIMITS, always, () => 0);
    let passed = 0;
    while (!isStruck(throttle, request)) {
      throttle.answered?.(request, answerBytes);
      passed += 1;
    }
    return passed;
  }

  test.each([
    ['100 small writes', put('a'), 0, 100],
    ['50 writes in transactions', transaction('a'), 0, 50],
    ['25 writes of more than 3 KB', put('a', 'x'.repeat(3_500)), 0, 25],
    ['300 consistent reads', get('a'), 500, 300],
    ['100 consistent reads of 12 KB', get('a'), 12_000, 100],
    ['600 eventually consistent reads', due('a'), 500, 600],
  ])('of 100 write and 300 read units, %s of one key pass at once', (_case, request, answerBytes, expected) => {
    expect(passing(request, answerBytes)).toBe(expected);
  });

  test('another key, another table and the next second are free', () => {
    let atMs = 0;
    const throttle = keyThrottle({ ...LIMITS, writeUnitsPerKey: 1 }, always, () => atMs);
    const other = dynamo('PutItem', { TableName: 'journal', Item: row('a') });

    expect(isStruck(throttle, put('a'))).toBe(false);
    expect(isStruck(throttle, put('a'))).toBe(true);
    expect(isStruck(throttle, put('b'))).toBe(false);
    expect(isStruck(throttle, other)).toBe(false);
    atMs = 1_000;
    expect(isStruck(throttle, put('a'))).toBe(false);
  });

  test('the answer has the shape of DynamoDB, with a reason for each item of a transaction', () => {
    const [one, two] = [0, 0.9].map((chance) => {
      const throttle = keyThrottle({ ...LIMITS, writeUnitsPerKey: 1 }, () => chance);
      throttle.strike?.(transaction('hot'));
      return throttle;
    });

    expect(bodyOf(one?.strike?.(put('hot'))).__type).toMatch(/#ProvisionedThroughputExceededException$/);
    expect(bodyOf(two?.strike?.(put('hot'))).__type).toMatch(/#ThrottlingException$/);
    expect(bodyOf(one?.strike?.(transaction('cold', 'hot')))).toMatchObject({
      __type: expect.stringMatching(/#TransactionCanceledException$/),
      CancellationReasons: [{ Code: 'None' }, { Code: 'ThrottlingError' }],
    });
  });

  test('reading a stream is not throttled', () => {
    const throttle = keyThrottle({ writeUnitsPerKey: 0, readUnitsPerKey: 0 }, always);
    const records = dynamo('GetRecords', { ShardIterator: 'a' }, 'DynamoDBStreams_20120810');

    expect(isStruck(throttle, records)).toBe(false);
    expect(isStruck(throttle, get('a'))).toBe(true);
  });
});

describe('transaction conflicts', () => {
  test('cancel a transaction for one of its items, and refuse a single write', () => {
    const { strike } = transactionConflicts(1, always);

    expect(bodyOf(strike?.(transaction('a', 'b'))).CancellationReasons).toEqual([
      { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' },
      { Code: 'None' },
    ]);
    expect(bodyOf(strike?.(put('a'))).__type).toMatch(/#TransactionConflictException$/);
    expect(strike?.(get('a'))).toBeUndefined();
  });

  test('come at their rate', () => {
    const conflicts = transactionConflicts(0.02, randomFrom(1));
    const struck = Array.from({ length: 2_000 }, () => isStruck(conflicts, put('a')));

    expect(struck.filter(Boolean).length).toBeGreaterThan(20);
    expect(struck.filter(Boolean).length).toBeLessThan(65);
    expect(isStruck(transactionConflicts(0, always), put('a'))).toBe(false);
  });
});

describe('index lag', () => {
  const answerOf = (...keys: string[]) =>
    Buffer.from(JSON.stringify({ Items: keys.map((pk) => row(pk)), Count: keys.length }));

  test('a row that was just written is missing from an index until the lag is over', () => {
    let atMs = 0;
    const lag = indexLag(200, () => atMs);
    const see = (): unknown => {
      const rewrite = lag.rewriterOf?.(due('shard'));
      return JSON.parse(String(rewrite?.(answerOf('old', 'new'))));
    };

    lag.answered?.(transaction('new'), 0);
    expect(see()).toEqual({ Items: [row('old')], Count: 1 });
    atMs = 200;
    expect(see()).toEqual({ Items: [row('old'), row('new')], Count: 2 });
  });

  test('reads of the table itself are left alone', () => {
    const lag = indexLag(200);
    expect(lag.rewriterOf?.(get('a'))).toBeUndefined();
    expect(indexLag(0).rewriterOf?.(due('a'))).toBeUndefined();
  });
});

test('call faults: an error of AWS, no answer, or a lost one', () => {
  const kinds = new Set<string>();
  const { strike } = callFaults(1, randomFrom(1));
  for (let call = 0; call < 50; call += 1) {
    const struck = strike?.(put('a'));
    kinds.add(struck && 'hangUp' in struck ? struck.hangUp : String(bodyOf(struck)?.__type));
  }

  expect([...kinds].sort()).toEqual(['after', 'before', 'com.amazonaws.dynamodb.v20120810#InternalServerError']);
  expect(isStruck(callFaults(0, never), put('a'))).toBe(false);
  expect(strike?.({ ...put('a'), service: 'kms' })).toBeUndefined();
});

test('the same seed makes the same choices, another makes others', () => {
  const choicesOf = (seed: number) => {
    const { disturbances, isDuplicate } = harshness({ ...HARSH, seed, conflictRate: 0.5 });
    return Array.from({ length: 64 }, () => [
      disturbances.some((one) => isStruck(one, transaction('a'))),
      isDuplicate(),
    ]);
  };

  expect(choicesOf(1)).toEqual(choicesOf(1));
  expect(choicesOf(1)).not.toEqual(choicesOf(2));
});
