import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectLockRetention } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { refuseReplacing } from './stores.ts';

/** Where objects of the archive are. */
export const ARCHIVED_EVENTS = 'events/';
/** Years of Object Lock count 365 days; leap days and the time between come on top. */
const DAYS_PER_YEAR = 366;

/**
 * A bucket for copies of history events. Object Lock in compliance mode: no user can change or delete an object before its
 * time, the root user of the account included. The data key does not encrypt it, so that a lost key does not end it.
 */
export class JournalArchive extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, { years }: { years: number }) {
    super(scope, id);
    const locked = Duration.days(years * 365);
    this.bucket = new Bucket(this, 'Bucket', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      versioned: true,
      objectLockEnabled: true,
      objectLockDefaultRetention: ObjectLockRetention.compliance(locked),
      lifecycleRules: [
        { expiration: Duration.days(years * DAYS_PER_YEAR), noncurrentVersionExpiration: Duration.days(1) },
        { expiredObjectDeleteMarker: true },
      ],
      // Its objects cannot be deleted, so neither can the bucket, in any stage.
      removalPolicy: RemovalPolicy.RETAIN,
    });
    refuseReplacing(this.bucket, ARCHIVED_EVENTS);
  }
}
