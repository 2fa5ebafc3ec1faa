import { Names, Validations } from 'aws-cdk-lib';
import type { Role } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { BucketAction } from '#shared/buckets.ts';

/** Not among the other suppressions, because the finding contains the bucket's id. */
export function justifyObjectGrant(role: Role, bucket: Bucket, actions: readonly BucketAction[]): void {
  const { defaultChild } = bucket.node;
  if (!defaultChild) throw new Error('A bucket without a resource.');
  // Parameter name of the bucket in a nested stack.
  const reference = `referenceto${Names.nodeUniqueId(defaultChild.node)}Arn`;
  const patterns = new Set(actions.map((action) => action.split(' ')[1] ?? '*'));
  for (const pattern of patterns)
    Validations.of(role).acknowledge({
      id: `AwsSolutions::AwsSolutions-IAM5[Resource::<${reference}>/${pattern}]`,
      reason:
        'Objects come and go under names that are made when they are written: versions of lists and ' +
        'uploads. The role may do to them what its function declares, in this one bucket.',
    });
}
