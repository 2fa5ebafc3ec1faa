import { expect, test } from 'vitest';
import { stageNamed, unprotected } from '#infra/stage.ts';
import { buckets, isPublicBucket } from '#shared/buckets.ts';
import { tables } from '#shared/tables.ts';
import { type StackOptions, synthesise } from '../synthesised.ts';

const ELSEWHERE = 'arn:aws:backup:eu-central-1:444455556666:backup-vault:assay';
const backedUp = (stage: string, { settings, ...props }: StackOptions = {}) =>
  synthesise(stage, { routes: {}, workers: [], settings: { backupVault: ELSEWHERE, ...settings }, ...props });
const production = backedUp('production');

const onlyOne = (service: typeof production, type: string) => {
  const [found, ...others] = service.all(type);
  expect(others).toEqual([]);
  return found?.properties;
};

test('without the setting there is no vault and no plan', () => {
  const plain = synthesise('production');

  for (const kind of ['BackupVault', 'BackupPlan', 'BackupSelection'])
    expect(plain.all(`AWS::Backup::${kind}`)).toEqual([]);
});

test('every table and every private bucket is backed up, but for files that expire', () => {
  const { Resources } = onlyOne(production, 'AWS::Backup::BackupSelection').BackupSelection;
  const names = [
    ...Object.keys(tables),
    ...(['documents', 'lists', 'console'] as const)
      .filter((name) => !isPublicBucket(name))
      .map((name) => `${name}Bucket`),
  ];

  expect(Object.keys(buckets)).toEqual(['documents', 'lists', 'exports', 'batches', 'console']);
  expect(Resources).toHaveLength(names.length);
  for (const name of names) expect(JSON.stringify(Resources)).toMatch(new RegExp(`"Stores${name}[0-9A-F]{8}"`));
});

test.each([
  ['35 days, as long as recovery of tables', undefined, 35],
  ['as long as configured', 365, 365],
])('recovery points are copied to the other vault, and kept %s', (_case, backupDays, days) => {
  const service = backedUp('production', { settings: { ...(backupDays && { backupDays }) } });

  const [rule, ...others] = onlyOne(service, 'AWS::Backup::BackupPlan').BackupPlan.BackupPlanRule;

  expect(others).toEqual([]);
  expect(rule).toMatchObject({
    ScheduleExpression: 'cron(0 3 * * ? *)',
    Lifecycle: { DeleteAfterDays: days },
    CopyActions: [{ DestinationBackupVaultArn: ELSEWHERE, Lifecycle: { DeleteAfterDays: days } }],
  });
});

test('the vault of production is locked for good; of other stages, and before data is protected, until it is removed', () => {
  const lockOf = (service: typeof production) => onlyOne(service, 'AWS::Backup::BackupVault').LockConfiguration;
  const first = backedUp('production', { stage: unprotected(stageNamed('production')) });

  // The same for all durations: a lock cannot be changed.
  expect(lockOf(production)).toEqual({ MinRetentionDays: 7, MaxRetentionDays: 36_500, ChangeableForDays: 3 });
  for (const service of [backedUp('dev'), first])
    expect(lockOf(service)).toEqual({ MinRetentionDays: 7, MaxRetentionDays: 36_500 });
});

test('the vault has a key of its own, so that backups can be read without the data key', () => {
  const vault = onlyOne(production, 'AWS::Backup::BackupVault');

  expect(vault.EncryptionKeyArn).toEqual({ 'Fn::GetAtt': [expect.stringMatching(/^BackupsKey/), 'Arn'] });
});

test('the service may back up with its role, and not restore', () => {
  const roles = production.all('AWS::IAM::Role').filter(({ id }) => id.startsWith('Backups'));

  expect(roles).toHaveLength(1);
  const { ManagedPolicyArns, Policies, AssumeRolePolicyDocument } = roles[0]?.properties ?? {};
  expect(JSON.stringify(AssumeRolePolicyDocument.Statement[0].Principal)).toBe('{"Service":"backup.amazonaws.com"}');
  expect(Policies).toBeUndefined();
  expect(JSON.stringify(ManagedPolicyArns)).toContain('AWSBackupServiceRolePolicyForBackup');
  expect(JSON.stringify(ManagedPolicyArns)).toContain('AWSBackupServiceRolePolicyForS3Backup');
  expect(JSON.stringify(ManagedPolicyArns)).not.toContain('Restore');
  expect(production.all('AWS::IAM::Policy')).toEqual([]);
});

test('a backup or copy that fails notifies the operator', () => {
  const vault = { 'Fn::GetAtt': [expect.stringMatching(/^BackupsVault/), 'BackupVaultArn'] };
  const rules = production.all('AWS::Events::Rule').filter(({ id }) => id.startsWith('BackupsFailures'));

  expect(rules.map(({ properties }) => properties)).toMatchObject([
    {
      EventPattern: {
        source: ['aws.backup'],
        detail: {
          state: ['FAILED', 'ABORTED', 'EXPIRED'],
          $or: [{ backupVaultArn: [vault] }, { sourceBackupVaultArn: [vault] }],
        },
      },
      Targets: [{ Arn: { Ref: expect.stringMatching(/^AlarmsTopic/) } }],
    },
  ]);
});
