import { expect, test } from 'vitest';
import { isAllowed, PolicyDocument, statementsOf, withoutAction } from '../src/aws/grants.ts';
import { withoutGrant } from '../src/revoked-grant.ts';
import { readBlueprint } from '../src/template/blueprint.ts';

const TABLE = 'arn:aws:dynamodb:us-east-1:000000000000:table/risk';

test.each([
  ['the exact action and resource', 'Allow', 'dynamodb:GetItem', TABLE, true],
  ['an action in other case', 'Allow', 'DynamoDB:getitem', TABLE, true],
  ['a wildcard in the action', 'Allow', 'dynamodb:Get*', TABLE, true],
  ['one unknown letter', 'Allow', 'dynamodb:?etItem', TABLE, true],
  ['a wildcard in the resource', 'Allow', 'dynamodb:GetItem', '*', true],
  ['one of several resources', 'Allow', 'dynamodb:GetItem', ['arn:other', TABLE], true],
  ['another action', 'Allow', 'dynamodb:PutItem', TABLE, false],
  ['an action that begins the same', 'Allow', 'dynamodb:Get', TABLE, false],
  ['another table', 'Allow', 'dynamodb:GetItem', `${TABLE}2`, false],
  ['the table in another case', 'Allow', 'dynamodb:GetItem', TABLE.toUpperCase(), false],
  ['a dot that is no wildcard', 'Allow', 'dynamodb:GetItem', TABLE.replace('-', '.'), false],
  ['a denial alone', 'Deny', 'dynamodb:GetItem', TABLE, false],
])('a statement with %s', (_name, Effect, Action, Resource, expected) => {
  const statements = statementsFrom({ Effect, Action, Resource });

  expect(isAllowed(statements, { action: 'dynamodb:GetItem', resource: TABLE })).toBe(expected);
});

test('a denial wins over a permission, wherever it stands', () => {
  const statements = statementsFrom(
    { Effect: 'Deny', Action: '*', Resource: `${TABLE}*` },
    { Effect: 'Allow', Action: 'dynamodb:*', Resource: '*' },
  );

  expect(isAllowed(statements, { action: 'dynamodb:GetItem', resource: TABLE })).toBe(false);
  expect(isAllowed(statements, { action: 'dynamodb:GetItem', resource: 'arn:other' })).toBe(true);
});

test('all but some actions', () => {
  const statements = statementsFrom({ Effect: 'Allow', NotAction: 'dynamodb:*', Resource: '*' });

  expect(isAllowed(statements, { action: 'dynamodb:GetItem', resource: TABLE })).toBe(false);
  expect(isAllowed(statements, { action: 'sqs:SendMessage', resource: 'arn:q' })).toBe(true);
});

test('a statement on the rows of one partition key covers no other row and no query', () => {
  const statements = statementsFrom({
    Effect: 'Allow',
    Action: ['dynamodb:GetItem', 'dynamodb:Query'],
    Resource: TABLE,
    Condition: { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': ['plan'] } },
  });
  const allows = (action: string, leadingKey?: string) =>
    isAllowed(statements, { action: `dynamodb:${action}`, resource: TABLE, leadingKey });

  expect(allows('GetItem', 'plan')).toBe(true);
  expect(allows('GetItem', 'plan#2')).toBe(false);
  expect(allows('GetItem')).toBe(false);
  expect(allows('Query')).toBe(false);
  expect(allows('PutItem', 'plan')).toBe(false);
});

const KEY = 'arn:aws:kms:us-east-1:000000000000:key/data';

test.each([
  [
    'through the service, of the secret',
    { 'kms:ViaService': 'secrets', 'kms:EncryptionContext:SecretARN': 'arn:a' },
    true,
  ],
  ['by the role itself', undefined, false],
  ['by the role itself, with the context', { 'kms:EncryptionContext:SecretARN': 'arn:a' }, false],
  ['through another service', { 'kms:ViaService': 's3', 'kms:EncryptionContext:SecretARN': 'arn:a' }, false],
  [
    'through the service, of another secret',
    { 'kms:ViaService': 'secrets', 'kms:EncryptionContext:SecretARN': 'b' },
    false,
  ],
  ['through the service, without a context', { 'kms:ViaService': 'secrets' }, false],
])('a statement on a key with conditions covers only what meets all of them: %s', (_name, keyContext, expected) => {
  const statements = statementsFrom({
    Effect: 'Allow',
    Action: 'kms:Decrypt',
    Resource: KEY,
    Condition: {
      StringEquals: { 'kms:ViaService': 'secrets' },
      StringLike: { 'kms:EncryptionContext:SecretARN': ['arn:*'] },
    },
  });

  expect(isAllowed(statements, { action: 'kms:Decrypt', resource: KEY, keyContext })).toBe(expected);
});

test.each([
  ['another condition', { Effect: 'Allow', Action: '*', Resource: '*', Condition: { Bool: {} } }],
  ['an empty condition', { Effect: 'Allow', Action: '*', Resource: '*', Condition: {} }],
  [
    'a condition on another key',
    { Effect: 'Allow', Action: '*', Resource: '*', Condition: { StringEquals: { 'aws:SourceIp': '192.0.2.1' } } },
  ],
  ['neither an action nor its opposite', { Effect: 'Allow', Resource: '*' }],
  ['both an action and its opposite', { Effect: 'Allow', Action: 'a', NotAction: 'b', Resource: '*' }],
  ['a principal', { Effect: 'Allow', Action: 'a', Resource: '*', Principal: '*' }],
])('refuses to read a statement with %s', (_name, statement) => {
  expect(() => statementsFrom(statement)).toThrow();
});

test('taking an action away takes no other', () => {
  const document = documentOf({
    Effect: 'Allow',
    Action: ['dynamodb:GetItem', 'dynamodb:PutItem'],
    Resource: TABLE,
  });

  const statements = statementsOf(withoutAction(document, 'dynamodb:GetItem'));

  expect(isAllowed(statements, { action: 'dynamodb:GetItem', resource: TABLE })).toBe(false);
  expect(isAllowed(statements, { action: 'dynamodb:PutItem', resource: TABLE })).toBe(true);
});

test('a grant that does not exist cannot be taken away', () => {
  const policies = [documentOf({ Effect: 'Allow', Action: 'dynamodb:PutItem', Resource: TABLE })];
  const fn = { name: 'create-subject', arn: 'arn:fn', directory: '', handler: 'index.handler', environment: {} };
  const limits = { timeoutSeconds: 1, memoryMb: 128, temporaryMb: 512 };
  const blueprint = { ...readBlueprint([]), functions: [{ ...fn, ...limits, policies }] };

  const [poorer] = withoutGrant({ function: fn.name, action: 'dynamodb:PutItem' }, blueprint).functions;

  expect(poorer?.policies).not.toEqual(policies);
  expect(() => withoutGrant({ function: fn.name, action: 'dynamodb:Scan' }, blueprint)).toThrow('is not granted');
  expect(() => withoutGrant({ function: 'other', action: 'dynamodb:PutItem' }, blueprint)).toThrow('is not granted');
});

const documentOf = (...Statement: unknown[]) => PolicyDocument.parse({ Version: '2012-10-17', Statement });

const statementsFrom = (...statements: unknown[]) => statementsOf(documentOf(...statements));
