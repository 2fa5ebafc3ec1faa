import type { BucketName } from '#shared/buckets.ts';
import type { TableName } from '#shared/tables.ts';

/** A stage as it was at one moment. AWS keeps it by point-in-time recovery and by versions of objects. */
export interface PointInTime {
  /** What it was read from, and when: a restore that goes on has to be of the same. */
  source: string;
  at: Date;
  /** Throws if the moment is out of reach for one of the tables. */
  check(): Promise<void>;
  /** The name of a table with the rows of that moment. The first call creates it, which may take an hour. */
  tableAt(table: TableName): Promise<string>;
  objectsAt(bucket: BucketName): AsyncIterable<ObjectAt>;
  /** Deletes the tables that were created for reading. */
  discard(): Promise<void>;
}

/** An object as it was: where `CopyObject` finds it. */
export interface ObjectAt {
  bucket: string;
  key: string;
  versionId?: string | undefined;
}
