import { expect, test } from 'vitest';
import { workers } from '#infra/workers.ts';
import { grantedTo } from '../granted.ts';
import { synthesise } from '../synthesised.ts';

const [refresher] = workers.filter(({ name }) => name === 'refreshList');
if (!refresher) throw new Error('There is no worker that refreshes lists.');

const plain = synthesise('dev', { routes: {}, workers });
const archived = synthesise('dev', { routes: {}, workers, settings: { listArchiveYears: 7 } });
const bucketsOf = (service: typeof plain) =>
  service.all('AWS::S3::Bucket').filter(({ id }) => id.startsWith('ListArchive'));
const environmentsOf = (service: typeof plain) =>
  service.all('AWS::Lambda::Function').flatMap(({ properties }) => {
    const { LIST_ARCHIVE, LIST_ARCHIVE_YEARS } = properties.Environment?.Variables ?? {};
    return LIST_ARCHIVE ? [{ name: properties.FunctionName, years: LIST_ARCHIVE_YEARS }] : [];
  });

test('list archive: without the setting there is no bucket', () => {
  expect(bucketsOf(plain)).toEqual([]);
  expect(environmentsOf(plain)).toEqual([]);
});

test('list archive: files are locked for the given years, and never expire', () => {
  const [bucket, ...others] = bucketsOf(archived);

  expect(others).toEqual([]);
  expect(bucket).toMatchObject({
    deletionPolicy: 'Retain',
    properties: {
      ObjectLockConfiguration: { Rule: { DefaultRetention: { Mode: 'COMPLIANCE', Days: 7 * 365 } } },
      VersioningConfiguration: { Status: 'Enabled' },
    },
  });
  const rules: { ExpirationInDays?: number }[] = bucket?.properties.LifecycleConfiguration.Rules;
  expect(rules.flatMap(({ ExpirationInDays = [] }) => ExpirationInDays)).toEqual([]);
});

test('list archive: a file cannot be replaced by any writer', () => {
  const statements = archived
    .all('AWS::S3::BucketPolicy')
    .filter(({ id }) => id.startsWith('ListArchive'))
    .flatMap(({ properties }) => properties.PolicyDocument.Statement);

  expect(statements).toContainEqual(expect.objectContaining({ Sid: 'RefuseReplacing', Effect: 'Deny' }));
});

test('list archive: one worker writes files, and may neither read nor delete them', () => {
  expect(environmentsOf(archived)).toEqual([{ name: 'assay-dev-workers-refresh-list', years: '7' }]);
  const before = grantedTo(plain, refresher);
  expect(grantedTo(archived, refresher).filter((line) => !before.includes(line))).toEqual([
    's3:PutObject archive/* objects of the archive',
  ]);
});
