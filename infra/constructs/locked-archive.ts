import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectLockRetention } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { refuseReplacing } from './stores.ts';

/** Where history events are in their archive. */
export const ARCHIVED_EVENTS = 'events/';
/** Where list files are in their archive. */
export const ARCHIVED_FILES = 'archive/';
/** Years of Object Lock count 365 days; leap days and the time between come on top. */
const DAYS_PER_YEAR = 366;

export interface LockedArchiveProps {
  years: number;
  prefix: `${string}/`;
  /** Whether objects are deleted after their lock; not if a newer record may name an old object. */
  expires: boolean;
}

/**
 * A bucket for copies that stay as they are. Object Lock in compliance mode: no user can change or delete an object
 * before its time, the root user of the account included. The data key does not encrypt it, so that a lost key does not
 * end it.
 */
export class LockedArchive extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, { years, prefix, expires }: LockedArchiveProps) {
    super(scope, id);
    const expiration = Duration.days(years * DAYS_PER_YEAR);
    this.bucket = new Bucket(this, 'Bucket', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      versioned: true,
      objectLockEnabled: true,
      objectLockDefaultRetention: ObjectLockRetention.compliance(Duration.days(years * 365)),
      lifecycleRules: [
        ...(expires ? [{ expiration, noncurrentVersionExpiration: Duration.days(1) }] : []),
        { expiredObjectDeleteMarker: true },
      ],
      // Its objects cannot be deleted, so neither can the bucket, in any stage.
      removalPolicy: RemovalPolicy.RETAIN,
    });
    refuseReplacing(this.bucket, prefix);
  }
}
