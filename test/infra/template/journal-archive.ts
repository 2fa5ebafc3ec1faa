import { expect, test } from 'vitest';
import { workers } from '#infra/workers.ts';
import { grantedTo } from '../granted.ts';
import { synthesise } from '../synthesised.ts';

const [archiver] = workers.filter(({ name }) => name === 'archiveJournal');
if (!archiver) throw new Error('There is no worker that archives the journal.');

const plain = synthesise('dev', { routes: {}, workers });
const archived = synthesise('dev', { routes: {}, workers, settings: { journalLockYears: 5 } });

const bucketsOf = (service: typeof plain) =>
  service.all('AWS::S3::Bucket').filter(({ id }) => id.startsWith('JournalArchive'));
const archiversIn = (service: typeof plain) =>
  service
    .all('AWS::Lambda::Function')
    .filter(({ properties }) => properties.FunctionName === 'assay-dev-workers-archive-journal');

test('without the setting there is neither a bucket nor a worker', () => {
  expect(bucketsOf(plain)).toEqual([]);
  expect(archiversIn(plain)).toEqual([]);
});

test('objects are locked for the given years in compliance mode, also when the stack is deleted', () => {
  const [bucket, ...others] = bucketsOf(archived);

  expect(others).toEqual([]);
  expect(bucket).toMatchObject({
    deletionPolicy: 'Retain',
    properties: {
      ObjectLockEnabled: true,
      ObjectLockConfiguration: {
        ObjectLockEnabled: 'Enabled',
        Rule: { DefaultRetention: { Mode: 'COMPLIANCE', Days: 5 * 365 } },
      },
      VersioningConfiguration: { Status: 'Enabled' },
      PublicAccessBlockConfiguration: { BlockPublicAcls: true, RestrictPublicBuckets: true },
    },
  });
  expect(archived.all('Custom::S3AutoDeleteObjects').map(({ properties }) => properties.BucketName.Ref)).not.toContain(
    bucket?.id,
  );
});

test('an object expires after its lock, and not before', () => {
  const rules: { ExpirationInDays?: number }[] = bucketsOf(archived)[0]?.properties.LifecycleConfiguration.Rules;

  expect(rules.flatMap(({ ExpirationInDays = [] }) => ExpirationInDays)).toEqual([5 * 366]);
});

test('an object cannot be replaced, whoever writes it', () => {
  const statements = archived
    .all('AWS::S3::BucketPolicy')
    .filter(({ id }) => id.startsWith('JournalArchive'))
    .flatMap(({ properties }) => properties.PolicyDocument.Statement);

  expect(statements).toContainEqual(
    expect.objectContaining({
      Sid: 'RefuseReplacing',
      Effect: 'Deny',
      Condition: { Null: { 's3:if-none-match': 'true' }, Bool: { 's3:ObjectCreationOperation': 'true' } },
    }),
  );
});

test('the worker reads the stream of the journal and writes events, and may neither read nor delete them', () => {
  const [worker] = archiversIn(archived);
  const granted = grantedTo(archived, archiver);

  expect(worker?.properties.Environment.Variables.JOURNAL_ARCHIVE).toBeDefined();
  expect(granted.filter((line) => line.startsWith('s3:'))).toEqual(['s3:PutObject events/* objects of the archive']);
  expect(granted).toContain('dynamodb:GetRecords journal stream');
  expect(granted).toContain('kms:Decrypt data key via dynamodb');
  expect(granted.filter((line) => /^dynamodb:(?:Get|Put|Update|Delete)Item/.test(line))).toEqual([]);
});
