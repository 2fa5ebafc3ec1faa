import { Duration } from 'aws-cdk-lib';
import {
  AttributeType,
  BillingMode,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb';
import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type IKey, Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, type CorsRule, HttpMethods } from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { type BucketDefinition, type BucketName, buckets } from '#shared/buckets.ts';
import { type TableDefinition, type TableName, tables } from '#shared/tables.ts';
import { mapRecord } from '../map-record.ts';
import type { Settings } from '../settings.ts';
import { removalOfProtected, type Stage } from '../stage.ts';
import type { Alarms } from './alarms.ts';
import { throttlesOf } from './metrics.ts';

const STREAM_VIEWS = {
  'new-image': StreamViewType.NEW_IMAGE,
  'new-and-old-images': StreamViewType.NEW_AND_OLD_IMAGES,
};
const MASTER_SECRET_CHARACTERS = 64;
const DAYS_PER_YEAR = 366;
/** Where versions of lists and their files are in the bucket of the lists. */
const ARCHIVED_FILES = 'archive/';

/** How long backups retain erased data. Documented for operators and API clients. */
const RECOVERABLE_FILES = Duration.days(30);
export const RECOVERABLE_ROWS = Duration.days(35);

/**
 * CORS for downloads by the signing page, which may be on any domain; a presigned URL is valid for
 * one object only.
 */
const READ_BY_PAGES = {
  allowedMethods: [HttpMethods.GET],
  allowedOrigins: ['*'],
  // The console sends it to the API, and browsers repeat it where the API redirects to.
  allowedHeaders: ['x-service-mode'],
};

const key = (name: string) => ({ name, type: AttributeType.STRING });

/** CORS for uploads with presigned URLs, by the console and by origins that may call the API. */
const writtenBy = (allowedOrigins: string[]) => ({
  allowedMethods: [HttpMethods.PUT],
  allowedOrigins,
  allowedHeaders: ['content-type'],
});

/** Warm throughput of tables in requests per second, above that of a new on-demand table. */
export type WarmThroughputs = Partial<Record<TableName, { reads: number; writes: number }>>;

export interface StoresProps {
  stage: Stage;
  alarms: Alarms;
  warmThroughput: WarmThroughputs;
  /** Browser origins that may upload files. */
  uploadOrigins: string[];
  /** Years for which versions of lists are kept after they were stored. */
  listArchiveYears: number;
  /** Existing key that seals documents, instead of a new one. */
  sealKeyArn?: string | undefined;
  /** Kind of a new one. */
  sealKeySpec: Settings['sealKeySpec'];
}

/**
 * Everything that persists between deployments: tables, buckets, master secret and their encryption
 * key.
 */
export class Stores extends Construct {
  readonly tables: Record<TableName, Table>;
  readonly buckets: Record<BucketName, Bucket>;
  readonly masterSecret: Secret;
  readonly dataKey: Key;
  readonly sealKey: IKey;

  constructor(scope: Construct, id: string, props: StoresProps) {
    super(scope, id);
    const { stage, alarms, uploadOrigins, warmThroughput, sealKeyArn, sealKeySpec } = props;

    this.dataKey = new Key(this, 'DataKey', {
      description: `Assay ${stage.name}: tables, buckets and secrets`,
      enableKeyRotation: true,
      removalPolicy: stage.removalPolicy,
    });
    this.sealKey = sealKeyArn ? Key.fromKeyArn(this, 'SealKey', sealKeyArn) : this.addSealKey(stage, sealKeySpec);
    this.masterSecret = new Secret(this, 'MasterSecret', {
      description:
        'Secrets of API keys, webhooks and signing links are derived from this. Change it only with `npm run rotate-master-secret`.',
      encryptionKey: this.dataKey,
      generateSecretString: {
        passwordLength: MASTER_SECRET_CHARACTERS,
        excludePunctuation: true,
      },
      removalPolicy: stage.removalPolicy,
    });
    this.tables = mapRecord(tables, (definition, name) => this.addTable(name, definition, stage, warmThroughput[name]));
    this.buckets = mapRecord(
      buckets,
      ({ isReadByPages, isPublic, writtenOnce, expiresAfterDays }: BucketDefinition, name) => {
        const cors = [
          ...(isReadByPages ? [READ_BY_PAGES] : []),
          ...(isPublic || expiresAfterDays ? [] : [writtenBy(uploadOrigins)]),
        ];
        const bucket = this.addBucket(name, stage, cors, isPublic ? undefined : this.dataKey);
        if (expiresAfterDays !== undefined)
          bucket.addLifecycleRule({
            expiration: Duration.days(expiresAfterDays),
            noncurrentVersionExpiration: Duration.days(1),
          });
        if (name === 'lists')
          bucket.addLifecycleRule({
            prefix: ARCHIVED_FILES,
            expiration: Duration.days(props.listArchiveYears * DAYS_PER_YEAR),
          });
        if (writtenOnce) refuseReplacing(bucket, writtenOnce);
        return bucket;
      },
    );
    mapRecord(this.tables, (table, name) =>
      alarms.add(this, `${name}Throttles`, {
        metric: throttlesOf(name, table),
        tolerates: 0,
        periods: 3,
        means: `DynamoDB keeps refusing requests to the ${name} table: a partition of it or of an index is too hot.`,
        runbook: 'table-throttles',
      }),
    );
  }

  /** It never leaves KMS. */
  private addSealKey(stage: Stage, keySpec: Settings['sealKeySpec']): Key {
    return new Key(this, 'SealKey', {
      description: `Assay ${stage.name}: seals finished documents`,
      keySpec: KeySpec[keySpec],
      keyUsage: KeyUsage.SIGN_VERIFY,
      removalPolicy: stage.removalPolicy,
    });
  }

  private addBucket(name: string, stage: Stage, cors: CorsRule[], encryptionKey: Key | undefined) {
    return new Bucket(this, `${name}Bucket`, {
      ...(encryptionKey
        ? { encryption: BucketEncryption.KMS, encryptionKey, bucketKeyEnabled: true }
        : { encryption: BucketEncryption.S3_MANAGED }),
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      versioned: true,
      lifecycleRules: [
        // Uploads without a record. A caller may overwrite one while its URL is valid; those
        // versions are deleted early, or each would be stored, and billed, for a month.
        {
          prefix: 'uploads/',
          expiration: Duration.days(2),
          noncurrentVersionExpiration: Duration.days(1),
        },
        // Deleted objects can be recovered for a while. The delete marker is removed afterwards,
        // because its key contains the organization id.
        {
          noncurrentVersionExpiration: RECOVERABLE_FILES,
          expiredObjectDeleteMarker: true,
          abortIncompleteMultipartUploadAfter: Duration.days(7),
        },
      ],
      removalPolicy: stage.removalPolicy,
      autoDeleteObjects: stage.emptiesBuckets,
      cors,
    });
  }

  private addTable(name: string, { stream, indexes }: TableDefinition, stage: Stage, warm: WarmThroughputs[TableName]) {
    // Also for indexes: one that cannot keep up throttles writes to its table.
    const warmed = warm && {
      warmThroughput: { readUnitsPerSecond: warm.reads, writeUnitsPerSecond: warm.writes },
    };
    const table = new Table(this, name, {
      partitionKey: key('pk'),
      sortKey: key('sk'),
      billingMode: BillingMode.PAY_PER_REQUEST,
      encryption: TableEncryption.CUSTOMER_MANAGED,
      encryptionKey: this.dataKey,
      pointInTimeRecoverySpecification: {
        pointInTimeRecoveryEnabled: true,
        recoveryPeriodInDays: RECOVERABLE_ROWS.toDays(),
      },
      timeToLiveAttribute: 'expiresAtSeconds',
      deletionProtection: stage.deletionProtection,
      removalPolicy: removalOfProtected(stage),
      ...warmed,
      ...(stream && { stream: STREAM_VIEWS[stream] }),
    });
    for (const [indexName, { partition, sort }] of Object.entries(indexes ?? {}))
      table.addGlobalSecondaryIndex({
        indexName,
        partitionKey: key(partition),
        sortKey: key(sort),
        projectionType: ProjectionType.KEYS_ONLY,
        ...warmed,
      });
    return table;
  }
}

/**
 * S3 refuses to write an object without the condition that there is none of its name, for every writer. Parts of a
 * multipart upload have no condition: the request that completes it has.
 */
export const refuseReplacing = (bucket: Bucket, prefix: string) =>
  bucket.addToResourcePolicy(
    new PolicyStatement({
      sid: 'RefuseReplacing',
      effect: Effect.DENY,
      principals: [new AnyPrincipal()],
      actions: ['s3:PutObject'],
      resources: [bucket.arnForObjects(`${prefix}*`)],
      conditions: { Null: { 's3:if-none-match': 'true' }, Bool: { 's3:ObjectCreationOperation': 'true' } },
    }),
  );
