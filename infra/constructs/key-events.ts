import { Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { SnsTopic } from 'aws-cdk-lib/aws-events-targets';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import type { Alarms } from './alarms.ts';

/** Calls after which nothing can be read that a key encrypted, and no document sealed. */
const DANGEROUS = ['ScheduleKeyDeletion', 'DisableKey'];

/**
 * Notifies of keys that are about to be lost: a deletion can be cancelled for a few days only. EventBridge learns of
 * these calls from a CloudTrail trail of the account.
 */
export class KeyEvents extends Construct {
  constructor(scope: Construct, id: string, { alarms, keys }: { alarms: Alarms; keys: readonly IKey[] }) {
    super(scope, id);
    new Rule(this, 'Rule', {
      description: 'A key of the stage is disabled or scheduled for deletion',
      eventPattern: {
        source: ['aws.kms'],
        detailType: ['AWS API Call via CloudTrail'],
        detail: {
          eventSource: ['kms.amazonaws.com'],
          eventName: DANGEROUS,
          resources: { ARN: keys.map(({ keyArn }) => keyArn) },
        },
      },
      targets: [
        new SnsTopic(alarms.topic, {
          message: RuleTargetInput.fromText(
            'A KMS key of Assay was disabled or scheduled for deletion. Without it data cannot be read. ' +
              'Runbook: docs/operations.md#keys',
          ),
        }),
      ],
    });
  }
}
