import { ArnFormat, Stack } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import type { Stage } from '../stage.ts';

/** A key for log groups, usable by CloudWatch Logs for groups of this account and region only. */
export class LogKey extends Construct {
  readonly key: Key;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    const stack = Stack.of(this);

    this.key = new Key(this, 'Key', {
      description: `Assay ${stage.name}: logs`,
      enableKeyRotation: true,
      removalPolicy: stage.removalPolicy,
    });
    const groups = stack.formatArn({
      service: 'logs',
      resource: 'log-group',
      resourceName: '*',
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    this.key.grantEncryptDecrypt(
      new ServicePrincipal(`logs.${stack.region}.amazonaws.com`, {
        conditions: { ArnLike: { 'kms:EncryptionContext:aws:logs:arn': groups } },
      }),
    );
  }
}
