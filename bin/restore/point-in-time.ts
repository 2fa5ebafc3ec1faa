import type { TableName } from '#shared/tables.ts';
import type { RestoredBucket } from './stage.ts';

/** A stage at one moment, read from point-in-time recovery and object versions. */
export interface PointInTime {
  /** Source and time of the data: a resumed restore must have the same. */
  source: string;
  at: Date;
  /** Throws if the moment is outside the recovery window of a table. */
  check(): Promise<void>;
  /**
   * Name of a table with the rows of that moment. The first call creates it, which may take an
   * hour.
   */
  tableAt(table: TableName): Promise<string>;
  objectsAt(bucket: RestoredBucket): AsyncIterable<ObjectAt>;
  /** Deletes the tables that were created for reading. */
  discard(): Promise<void>;
}

/** An object version as the source of `CopyObject`. */
export interface ObjectAt {
  bucket: string;
  key: string;
  versionId?: string | undefined;
}
