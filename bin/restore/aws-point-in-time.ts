import { setTimeout as sleep } from 'node:timers/promises';
import {
  DeleteTableCommand,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  ResourceNotFoundException,
  RestoreTableToPointInTimeCommand,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import { ListObjectVersionsCommand, type ListObjectVersionsCommandOutput } from '@aws-sdk/client-s3';
import { s3Client } from '#shared/platform/aws-clients.ts';
import type { TableName } from '#shared/tables.ts';
import { restoreClient } from './clients.ts';
import type { ObjectAt, PointInTime } from './point-in-time.ts';
import { type RestoredBucket, type StageResources, TABLE_NAMES } from './stage.ts';

export interface AwsPointInTimeOptions {
  /** Stage whose tables and buckets are read. */
  source: StageResources;
  /** Prefix of the tables that are created for reading. */
  newStage: string;
  at: Date;
  pollSeconds?: number;
}

const POLL_SECONDS = 15;

/** DynamoDB's point-in-time recovery and S3's versions. */
export function awsPointInTime(options: AwsPointInTimeOptions): PointInTime {
  const { source, newStage, at, pollSeconds = POLL_SECONDS } = options;
  const copyOf = (table: TableName) => `assay-${newStage}-${table}-restored`;
  return {
    source: source.stage,
    at,
    check: async () => {
      const faults = await Promise.all(TABLE_NAMES.map((table) => outOfReach(source.tables[table], at)));
      const found = faults.filter((fault) => fault !== undefined);
      if (found.length > 0) throw new Error(found.join('\n'));
    },
    tableAt: async (table) => {
      const name = copyOf(table);
      const standing = await describe(name);
      if (standing) requireSameOrigin(standing, source.tables[table], at);
      else await startRestore(source.tables[table], name, at);
      while ((await describe(name))?.TableStatus !== 'ACTIVE') await sleep(pollSeconds * 1000);
      return name;
    },
    objectsAt: (bucket) => objectsAt(source.buckets, bucket, at),
    discard: async () => {
      for (const table of TABLE_NAMES) await deleteTable(copyOf(table));
    },
  };
}

async function outOfReach(table: string, at: Date): Promise<string | undefined> {
  const { ContinuousBackupsDescription } = await restoreClient().send(
    new DescribeContinuousBackupsCommand({ TableName: table }),
  );
  const { EarliestRestorableDateTime: earliest, LatestRestorableDateTime: latest } =
    ContinuousBackupsDescription?.PointInTimeRecoveryDescription ?? {};
  if (!earliest || !latest) return `Point-in-time recovery is off for ${table}.`;
  if (earliest <= at && at <= latest) return undefined;
  return `${table} can be restored from ${earliest.toISOString()} to ${latest.toISOString()} only.`;
}

async function describe(name: string): Promise<TableDescription | undefined> {
  try {
    const { Table } = await restoreClient().send(new DescribeTableCommand({ TableName: name }));
    return Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** Guards against copying a table that another restore left behind. */
function requireSameOrigin({ TableName, RestoreSummary }: TableDescription, from: string, at: Date) {
  const { SourceTableArn, RestoreDateTime } = RestoreSummary ?? {};
  const isSame = SourceTableArn?.endsWith(`:table/${from}`) && sameSecond(RestoreDateTime, at);
  if (!isSame)
    throw new Error(
      `The table ${TableName} exists, but was not restored from ${from} at ${at.toISOString()}. ` +
        'Delete it, or choose another name for the new stage.',
    );
}

/** DynamoDB restores to a second. */
const sameSecond = (a: Date | undefined, b: Date) =>
  a !== undefined && Math.floor(a.getTime() / 1000) === Math.floor(b.getTime() / 1000);

/** Without indexes, which take most of the time: the copy is only scanned. */
async function startRestore(from: string, name: string, at: Date): Promise<void> {
  await restoreClient().send(
    new RestoreTableToPointInTimeCommand({
      SourceTableName: from,
      TargetTableName: name,
      RestoreDateTime: at,
      BillingModeOverride: 'PAY_PER_REQUEST',
      GlobalSecondaryIndexOverride: [],
    }),
  );
}

async function deleteTable(name: string): Promise<void> {
  try {
    await restoreClient().send(new DeleteTableCommand({ TableName: name }));
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
}

/** For each key, the newest version at the moment, unless it is a delete marker. */
async function* objectsAt(
  names: Record<RestoredBucket, string>,
  bucket: RestoredBucket,
  at: Date,
): AsyncGenerator<ObjectAt> {
  const Bucket = names[bucket];
  let newest: Versioned | undefined;
  // A page may end between two versions of a key: a key is complete when the next one appears.
  for await (const version of versionsIn(Bucket)) {
    if (version.LastModified === undefined || version.LastModified > at) continue;
    if (newest && newest.Key === version.Key) newest = newerOf(newest, version);
    else {
      if (newest) yield* objectOf(Bucket, newest);
      newest = version;
    }
  }
  if (newest) yield* objectOf(Bucket, newest);
}

/** S3 returns versions and delete markers of a page separately, each in key order. */
async function* versionsIn(Bucket: string): AsyncGenerator<Versioned> {
  let place: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } | undefined;
  do {
    const page: ListObjectVersionsCommandOutput = await s3Client().send(
      new ListObjectVersionsCommand({ Bucket, ...place }),
    );
    const versions: Versioned[] = [
      ...(page.Versions ?? []).map((version) => ({ ...version, isDeleted: false })),
      ...(page.DeleteMarkers ?? []).map((marker) => ({ ...marker, isDeleted: true })),
    ];
    yield* versions.toSorted(byKey);
    place = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker } : undefined;
  } while (place);
}

interface Versioned {
  Key?: string | undefined;
  VersionId?: string | undefined;
  LastModified?: Date | undefined;
  IsLatest?: boolean | undefined;
  isDeleted: boolean;
}

/** S3's key order: by UTF-8 bytes. */
const byKey = (a: Versioned, b: Versioned) => Buffer.compare(Buffer.from(a.Key ?? ''), Buffer.from(b.Key ?? ''));

/** Times are precise to a second; of equal ones the first listed is the newer version. */
function newerOf(a: Versioned, b: Versioned): Versioned {
  const [aMs = 0, bMs = 0] = [a, b].map(({ LastModified }) => LastModified?.getTime());
  return bMs > aMs || (bMs === aMs && b.IsLatest) ? b : a;
}

function* objectOf(bucket: string, { Key, VersionId, isDeleted }: Versioned): Generator<ObjectAt> {
  if (Key !== undefined && !isDeleted) yield { bucket, key: Key, versionId: VersionId };
}
