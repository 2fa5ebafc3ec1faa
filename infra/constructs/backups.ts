import { Duration, Validations } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupSelection, BackupVault } from 'aws-cdk-lib/aws-backup';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { SnsTopic } from 'aws-cdk-lib/aws-events-targets';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { type BucketDefinition, type BucketName, buckets, isPublicBucket } from '#shared/buckets.ts';
import { BACKUP_DAYS } from '../backup-vault.ts';
import type { Stage } from '../stage.ts';
import type { Alarms } from './alarms.ts';
import type { Stores } from './stores.ts';

/** The least that AWS takes: for this long a lock in compliance mode can still be removed. */
const LOCK_CHANGEABLE = Duration.days(3);
/** Little load in most places, and after midnight in all of Europe. */
const EVERY_NIGHT = Schedule.cron({ hour: '3', minute: '0' });
/** AWS's own policies for the service, one of them for buckets. */
const POLICIES = ['service-role/AWSBackupServiceRolePolicyForBackup', 'AWSBackupServiceRolePolicyForS3Backup'];
/** States of a job that has made no recovery point. */
const UNFINISHED = ['FAILED', 'ABORTED', 'EXPIRED'];

export interface BackupsProps {
  stage: Stage;
  alarms: Alarms;
  stores: Stores;
  /** ARN of the vault in another account or region that every recovery point is copied to. */
  copiesTo: string;
  /** How long recovery points are kept, here and there. */
  keptDays: number;
}

/** Files of the build are stored again by the code, and files that expire are not worth a backup. */
function isKept(name: BucketName): boolean {
  const { expiresAfterDays }: BucketDefinition = buckets[name];
  return !isPublicBucket(name) && expiresAfterDays === undefined;
}

/**
 * A backup of all tables and private buckets every night, in a locked vault of the stage and in one elsewhere. The vault
 * has a key of its own: recovery points can be read after the data key is gone.
 */
export class Backups extends Construct {
  constructor(scope: Construct, id: string, { stage, alarms, stores, copiesTo, keptDays }: BackupsProps) {
    super(scope, id);
    const kept = Duration.days(keptDays);

    const vault = new BackupVault(this, 'Vault', {
      encryptionKey: new Key(this, 'Key', {
        description: `Assay ${stage.name}: backups`,
        enableKeyRotation: true,
        removalPolicy: stage.removalPolicy,
      }),
      lockConfiguration: {
        minRetention: Duration.days(BACKUP_DAYS.min),
        maxRetention: Duration.days(BACKUP_DAYS.max),
        // This lock cannot be ended, by AWS neither. A stage that can be deleted has one that its operators can remove.
        ...(stage.deletionProtection && { changeableFor: LOCK_CHANGEABLE }),
      },
      removalPolicy: stage.removalPolicy,
    });
    const plan = new BackupPlan(this, 'Plan', {
      backupPlanRules: [
        new BackupPlanRule({
          ruleName: 'nightly',
          backupVault: vault,
          scheduleExpression: EVERY_NIGHT,
          deleteAfter: kept,
          copyActions: [
            {
              destinationBackupVault: BackupVault.fromBackupVaultArn(this, 'Elsewhere', copiesTo),
              deleteAfter: kept,
            },
          ],
        }),
      ],
    });
    new BackupSelection(this, 'Selection', {
      backupPlan: plan,
      role: backupRole(this),
      // The role has what it needs to back up; restoring is done by an operator with a role of their own.
      disableDefaultBackupPolicy: true,
      resources: [
        ...Object.values(stores.tables).map((table) => BackupResource.fromDynamoDbTable(table)),
        ...Object.entries(stores.buckets)
          .filter(([name]) => isKept(name as BucketName))
          .map(([, bucket]) => BackupResource.fromArn(bucket.bucketArn)),
      ],
    });
    new Rule(this, 'Failures', {
      description: 'A backup of the stage or its copy has failed',
      eventPattern: {
        source: ['aws.backup'],
        detailType: ['Backup Job State Change', 'Copy Job State Change'],
        detail: {
          state: UNFINISHED,
          $or: [{ backupVaultArn: [vault.backupVaultArn] }, { sourceBackupVaultArn: [vault.backupVaultArn] }],
        },
      },
      targets: [
        new SnsTopic(alarms.topic, {
          message: RuleTargetInput.fromText(
            'A nightly backup of Assay, or its copy to the other vault, has failed. Runbook: docs/operations.md#backups',
          ),
        }),
      ],
    });
  }
}

function backupRole(scope: Construct): Role {
  const role = new Role(scope, 'Role', {
    assumedBy: new ServicePrincipal('backup.amazonaws.com'),
    managedPolicies: POLICIES.map((name) => ManagedPolicy.fromAwsManagedPolicyName(name)),
  });
  for (const name of POLICIES)
    Validations.of(role).acknowledge({
      id: `AwsSolutions::AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${name}]`,
      reason:
        'AWS Backup needs actions of its own on resources that it creates, and AWS changes the policy when the service ' +
        'changes. Only the service can assume the role.',
    });
  return role;
}
