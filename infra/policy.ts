import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type BucketAction, isPublicBucket } from '#shared/buckets.ts';
import { SHARD_PLAN_ROW } from '#shared/platform/store/shard-plan.ts';
import { WATCH_KEY_PURPOSE } from '#shared/screening/contract.ts';
import type { TableAction, TableName } from '#shared/tables.ts';
import type { Uses } from '#shared/uses.ts';
import { ARCHIVED_EVENTS, ARCHIVED_FILES } from './constructs/locked-archive.ts';
import { bucketUses, hasTables, indexUses, tableUses } from './grants.ts';
import { modelArns } from './language-model.ts';
import { mailArns } from './mail.ts';
import type { Service } from './service.ts';

/** KMS actions that DynamoDB performs on behalf of every caller: one that only reads may have to store the shard plan. */
const KEY_OF_TABLES = [
  'kms:Decrypt',
  'kms:DescribeKey',
  'kms:Encrypt',
  'kms:GenerateDataKey',
  'kms:GenerateDataKeyWithoutPlaintext',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
];

/**
 * Converts a permission declaration to IAM statements: exactly these actions on exactly these
 * resources.
 */
export function statementsFor(uses: Uses, service: Service): PolicyStatement[] {
  return [
    ...tableUses(uses).map(([name, actions]) => tableStatement(name, actions, service)),
    ...shardPlanStatements(uses, service),
    ...indexStatements(uses, service),
    ...bucketStatements(uses, service),
    ...queueStatements(uses, service),
    ...secretStatements(uses, service),
    ...userPoolStatements(uses, service),
    ...modelStatements(uses, service),
    ...sealStatements(uses, service),
    ...mailStatements(uses, service),
    ...archiveStatements(uses, service),
    ...keyStatements(uses, service),
    ...watchKeyStatements(uses, service),
  ];
}

const tableStatement = (name: TableName, actions: readonly TableAction[], service: Service) =>
  new PolicyStatement({
    actions: actions.map((action) => `dynamodb:${action}`),
    resources: [service.tables[name].tableArn],
  });

/**
 * A function with tables compares its shard plan with the stored one, and stores it if it is the first. That
 * is one row: the condition keeps every other row of the table out of reach.
 */
function shardPlanStatements(uses: Uses, service: Service) {
  if (!hasTables(uses)) return [];
  return [
    new PolicyStatement({
      actions: ['dynamodb:GetItem', 'dynamodb:PutItem'],
      resources: [service.tables.identity.tableArn],
      conditions: { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': [SHARD_PLAN_ROW] } },
    }),
  ];
}

/** Permission to query a table does not include its indexes; IAM requires each to be named. */
function indexStatements(uses: Uses, service: Service) {
  const resources = indexUses(uses).flatMap(([name, indexes]) =>
    indexes.map((index) => `${service.tables[name].tableArn}/index/${index}`),
  );
  return resources.length === 0 ? [] : [new PolicyStatement({ actions: ['dynamodb:Query'], resources })];
}

const PUT = 'PutObject ';
const isPut = (action: BucketAction) => action.startsWith(PUT);

const bucketStatements = (uses: Uses, service: Service) =>
  bucketUses(uses).flatMap(([name, actions]) => {
    const bucket = service.buckets[name];
    const onAll = actions.filter((action) => action !== 'ListBucket' && !isPut(action));
    const written = actions.filter(isPut).map((action) => action.slice(PUT.length));
    const granted = (action: string[], resources: string[]) =>
      action.length > 0 && resources.length > 0 ? [new PolicyStatement({ actions: action, resources })] : [];
    return [
      ...granted(
        onAll.map((action) => `s3:${action}`),
        [bucket.arnForObjects('*')],
      ),
      ...granted(
        ['s3:PutObject'],
        written.map((pattern) => bucket.arnForObjects(pattern)),
      ),
      ...(actions.includes('ListBucket') ? granted(['s3:ListBucket'], [bucket.bucketArn]) : []),
    ];
  });

function queueStatements({ queues = [] }: Uses, service: Service) {
  if (queues.length === 0) return [];
  const resources = queues.map((name) => service.queues[name].queue.queueArn);
  return [new PolicyStatement({ actions: ['sqs:SendMessage'], resources })];
}

function secretStatements({ masterSecret }: Uses, service: Service) {
  if (!masterSecret) return [];
  const actions = ['secretsmanager:GetSecretValue'];
  return [new PolicyStatement({ actions, resources: [service.masterSecret.secretArn] })];
}

/** With another issuer the routes of members only answer that it manages them. */
function userPoolStatements({ userPool = [] }: Uses, service: Service) {
  if (userPool.length === 0 || !service.userPool) return [];
  const actions = userPool.map((action) => `cognito-idp:${action}`);
  return [new PolicyStatement({ actions, resources: [service.userPool.userPoolArn] })];
}

function modelStatements({ bedrock }: Uses, { modelId, dataKey }: Service) {
  if (!bedrock || modelId === undefined) return [];
  const resources = modelArns(Stack.of(dataKey), modelId);
  return [new PolicyStatement({ actions: ['bedrock:InvokeModel'], resources })];
}

function sealStatements(uses: Uses, { sealKey }: Service) {
  const actions = [
    ...(uses.seal ? ['kms:DescribeKey'] : []),
    ...(uses.seal || uses.sealKey ? ['kms:GetPublicKey'] : []),
    ...(uses.seal ? ['kms:Sign'] : []),
  ];
  return actions.length === 0 ? [] : [new PolicyStatement({ actions, resources: [sealKey.keyArn] })];
}

/** Sending is allowed with the sender address of the stage only. */
function mailStatements({ mail }: Uses, { settings: { mailFrom }, mailConfigurationSet, dataKey }: Service) {
  if (!mail || mailFrom === undefined || mailConfigurationSet === undefined) return [];
  const resources = mailArns(Stack.of(dataKey), mailFrom, mailConfigurationSet);
  return [new PolicyStatement({ actions: ['ses:SendEmail'], resources })];
}

function archiveStatements(uses: Uses, service: Service) {
  return archivesOf(uses, service).map(({ bucket, prefix }) => {
    const resources = [bucket.arnForObjects(`${prefix}*`)];
    return new PolicyStatement({ actions: ['s3:PutObject'], resources });
  });
}

/** The locked buckets that a function writes to. */
export function archivesOf(uses: Uses, { journalArchive, listArchive }: Service) {
  const all = [
    { bucket: uses.journalArchive ? journalArchive : undefined, prefix: ARCHIVED_EVENTS } as const,
    { bucket: uses.listArchive ? listArchive : undefined, prefix: ARCHIVED_FILES } as const,
  ];
  return all.flatMap(({ bucket, prefix }) => (bucket ? [{ bucket, prefix }] : []));
}

/**
 * The data key can be used only through the service that stores the data, never by a call of the function itself: a
 * ciphertext that leaked cannot be decrypted with a function's role. (The keys of watches are the exception: see below.) S3 and Secrets Manager also name the bucket and
 * the secret. DynamoDB names the table, which is not asked for: IAM has already decided which table it is.
 */
function keyStatements(uses: Uses, { dataKey, buckets, masterSecret }: Service) {
  const usedThrough = (service: string, actions: string[], context: Record<string, Record<string, string[]>> = {}) => {
    const { StringEquals, ...others } = context;
    const via = { 'kms:ViaService': `${service}.${Stack.of(dataKey).region}.amazonaws.com` };
    const conditions = { StringEquals: { ...via, ...StringEquals }, ...others };
    return new PolicyStatement({ actions, resources: [dataKey.keyArn], conditions });
  };
  const encrypted = bucketUses(uses).filter(([name]) => !isPublicBucket(name));
  // Parts of a multipart upload are decrypted when it is completed.
  const read = encrypted.filter(([, actions]) => actions.some((action) => action === 'GetObject' || isPut(action)));
  const written = encrypted.filter(([, actions]) => actions.some(isPut));
  // With a bucket key S3 names the bucket, without one the object.
  const ofBuckets = (named: typeof encrypted) => ({
    StringLike: {
      'kms:EncryptionContext:aws:s3:arn': named.flatMap(([name]) => [
        buckets[name].bucketArn,
        buckets[name].arnForObjects('*'),
      ]),
    },
  });
  const ofSecret = { StringEquals: { 'kms:EncryptionContext:SecretARN': [masterSecret.secretArn] } };
  return [
    ...(hasTables(uses) || uses.journalArchive ? [usedThrough('dynamodb', KEY_OF_TABLES)] : []),
    ...(read.length > 0 ? [usedThrough('s3', ['kms:Decrypt'], ofBuckets(read))] : []),
    ...(written.length > 0 ? [usedThrough('s3', ['kms:GenerateDataKey'], ofBuckets(written))] : []),
    ...(uses.masterSecret ? [usedThrough('secretsmanager', ['kms:Decrypt'], ofSecret)] : []),
  ];
}

const WATCH_KEY_ACTIONS = { encrypt: 'kms:Encrypt', decrypt: 'kms:Decrypt' } as const;

/** The one direct use of the data key: KMS is told that it is for watches, and no other ciphertext has that purpose. */
function watchKeyStatements({ watchKey }: Uses, { dataKey }: Service) {
  if (!watchKey) return [];
  const conditions = { StringEquals: { 'kms:EncryptionContext:purpose': [WATCH_KEY_PURPOSE] } };
  return [new PolicyStatement({ actions: [WATCH_KEY_ACTIONS[watchKey]], resources: [dataKey.keyArn], conditions })];
}
