import { Names, Validations } from 'aws-cdk-lib';
import type { Role } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';

/** Said here and not among the other suppressions, because the finding is named after the bucket. */
export function justifyObjectGrant(role: Role, bucket: Bucket): void {
  const { defaultChild } = bucket.node;
  if (!defaultChild) throw new Error('A bucket without a resource.');
  // What a nested stack calls the bucket that another stack holds.
  const reference = `referenceto${Names.nodeUniqueId(defaultChild.node)}Arn`;
  Validations.of(role).acknowledge({
    id: `AwsSolutions::AwsSolutions-IAM5[Resource::<${reference}>/*]`,
    reason:
      'Objects come and go under names that are made when they are written: versions of lists and ' +
      'what is handed in. The role may do to them what its function declares, in this one bucket.',
  });
}
