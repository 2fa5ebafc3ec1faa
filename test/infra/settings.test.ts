import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { assertVaultElsewhere } from '#infra/backup-vault.ts';
import { lastingSettings, unsaidChanges } from '#infra/lasting-settings.ts';
import { readSettings } from '#infra/settings.ts';
import { readStageFile } from '#infra/stage-file.ts';
import { selfSigned } from '#test/support/certificate.ts';

/** The settings that an operator passes with `-c`. */
const reading = (context: Record<string, unknown>, files: Record<string, Record<string, unknown>> = {}) =>
  readSettings({ tryGetContext: (name: string) => context[name] }, (stage) => files[stage] ?? {});

const ISSUER = {
  issuer: 'https://login.example.com',
  jwksUri: 'https://login.example.com/keys',
  audience: 'assay',
};
const DOMAIN = {
  domain: 'assay.example.com',
  certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/0a1b',
};
const POOL = {
  userPoolArn: 'arn:aws:cognito-idp:eu-west-1:111122223333:userpool/eu-west-1_Ab12Cd34E',
  consoleSignInOrigin: 'https://assay-production-111122223333.auth.eu-west-1.amazoncognito.com',
};
const SEAL_KEY = { sealKeyArn: 'arn:aws:kms:eu-west-1:111122223333:key/0f0c7a52-2f0b-4a53-9a53-0f5a4b6f6a11' };
const VAULT = 'arn:aws:backup:eu-central-1:444455556666:backup-vault:assay';
const { cert } = selfSigned('seal.example.com');

test('settings: every setting is optional', () => {
  expect(reading({})).toEqual({
    stage: 'dev',
    corsOrigins: [],
    printer: 'typst',
    issuer: undefined,
    requestsPerIp: 100_000,
    rateLimits: 'organization=500/1000,key=200/400,link=10/40',
    emailLimits: 'organization=500,test=50,recipient=5',
    spendingLimits: 'investigations=200,pings=1000,prints=20000,tokens=40000000',
    longRequests: 50,
    sealKeySpec: 'RSA_3072',
  });
});

describe('settings: valid values are accepted', () => {
  test.each<[string, Record<string, unknown>, object]>([
    ['an issuer, whole', ISSUER, { issuer: ISSUER }],
    ['an address to send from', { mailFrom: 'a@example.com' }, { mailFrom: 'a@example.com' }],
    [
      'a name before it',
      { mailFrom: 'Example <sign@mail.example.com>' },
      { mailFrom: 'Example <sign@mail.example.com>' },
    ],
    [
      'origins, however they are spaced',
      { corsOrigins: 'https://a.example.com, http://localhost:5173 ,' },
      { corsOrigins: ['https://a.example.com', 'http://localhost:5173'] },
    ],
    ['every origin', { corsOrigins: '*' }, { corsOrigins: ['*'] }],
    ['what is said and left empty, as not said', { mailFrom: '', printer: '' }, {}],
    [
      'who may frame',
      { signingFrameAncestors: "'self' https://*.example.com" },
      { signingFrameAncestors: "'self' https://*.example.com" },
    ],
    ['a list that is switched off', { listFiles: '{"eu_fsf":null}' }, { stage: 'dev' }],
    ['every organization as list operator', { listOperators: '*' }, { listOperators: '*' }],
    ['several list operators', { listOperators: 'a-1, b-2' }, { listOperators: 'a-1,b-2' }],
    ['one rate limit', { rateLimits: 'key=50/100' }, { rateLimits: 'key=50/100' }],
    ['one email limit', { emailLimits: 'recipient=9' }, { emailLimits: 'recipient=9' }],
    ['days of links', { completedLinkDays: '30' }, { completedLinkDays: 30 }],
    ['no email limits', { emailLimits: 'off' }, { emailLimits: 'off' }],
    ['one spending limit', { spendingLimits: 'investigations=10' }, { spendingLimits: 'investigations=10' }],
    ['no spending limits', { spendingLimits: 'off' }, { spendingLimits: 'off' }],
    ['no rate limits', { rateLimits: 'off' }, { rateLimits: 'off' }],
    ['users and sealing key of another stage', { ...POOL, ...SEAL_KEY }, { ...POOL, ...SEAL_KEY }],
    [
      'certificates of a key that exists',
      { stage: 'production', listOperators: '*', firstDeployment: 'true', sealCertificates: cert, ...SEAL_KEY },
      SEAL_KEY,
    ],
    [
      'the fingerprint of a timestamp authority as OpenSSL prints it',
      { timestampAuthority: 'https://tsa.example.com/', timestampCertificate: `AB${':CD'.repeat(31)}` },
      { timestampCertificate: `ab${'cd'.repeat(31)}` },
    ],
    ['paused workers', { workers: 'paused' }, { workers: 'paused' }],
    [
      'a stage that is protected as production is',
      { stage: 'recovered', kind: 'production', listOperators: '*', firstDeployment: 'true' },
      { stage: 'recovered', kind: 'production', firstDeployment: true },
    ],
    [
      'a shard plan',
      { shardPlan: 'subjects=8, subjects=64@2027-01-01T00:00:00Z' },
      { shardPlan: 'subjects=8,subjects=64@2027-01-01T00:00:00Z' },
    ],
    ['uploads by one person', { listUploads: 'single' }, { listUploads: 'single' }],
    ['no deletions', { organizationDeletion: 'off' }, { organizationDeletion: 'off' }],
    ['production, with list operators', { stage: 'production', listOperators: 'a-1' }, { stage: 'production' }],
    [
      'a domain with its zone',
      { domain: 'assay.example.com', hostedZoneId: 'Z0123ABC', requestsPerIp: '5000' },
      { domain: 'assay.example.com', hostedZoneId: 'Z0123ABC', requestsPerIp: 5_000 },
    ],
    ['a domain with its certificate', { ...DOMAIN }, DOMAIN],
    [
      'addresses that may call',
      { ...DOMAIN, allowedIps: '192.0.2.0/24, 2001:db8::/32' },
      { allowedIps: ['192.0.2.0/24', '2001:db8::/32'] },
    ],
    ['a limit of the stage', { throttle: '5000/8000' }, { throttle: { requestsPerSecond: 5_000, burst: 8_000 } }],
    ['a proxy', { publicUrl: 'https://a.example.com' }, { publicUrl: 'https://a.example.com' }],
    ['a flag', { encryptLogs: 'true' }, { encryptLogs: true }],
    ['a flag as JSON has it', { encryptLogs: false }, { encryptLogs: false }],
    ['a number', { longFunctionConcurrency: '40' }, { longFunctionConcurrency: 40 }],
    ['no reserve for signers', { signingConcurrency: '0' }, { signingConcurrency: 0 }],
    ['long requests', { longRequests: '20' }, { longRequests: 20 }],
    ['workers of monitoring', { monitoringWorkers: '64' }, { monitoringWorkers: 64 }],
    [
      'warm tables',
      { warmThroughput: '{"journal":{"reads":12000,"writes":24000}}' },
      { warmThroughput: { journal: { reads: 12_000, writes: 24_000 } } },
    ],
    [
      'the first deployment of production',
      { stage: 'production', listOperators: '*', firstDeployment: 'true', release: 'direct' },
      { firstDeployment: true, release: 'direct' },
    ],
    [
      'a VPC for calls of other services',
      { egressVpc: '{"subnets":["subnet-0a1b2c3d"],"securityGroups":["sg-0a1b2c3d"]}' },
      { egressVpc: { subnets: ['subnet-0a1b2c3d'], securityGroups: ['sg-0a1b2c3d'] } },
    ],
    ['years of locked events', { journalLockYears: '7' }, { journalLockYears: 7 }],
    ['years of archived list files', { listArchiveYears: '7' }, { listArchiveYears: 7 }],
    ['backups elsewhere', { backupVault: VAULT, backupDays: '90' }, { backupVault: VAULT, backupDays: 90 }],
    ['whom to write to', { wikidataContact: 'a@example.com' }, {}],
    [
      'the local cloud, which has no https',
      { ...ISSUER, stage: 'local', localCloud: true, jwksUri: 'http://127.0.0.1:3000/keys' },
      { stage: 'local' },
    ],
  ])('%s', (_case, context, expected) => {
    expect(reading(context)).toMatchObject(expected);
  });
});

describe('settings: the file of a stage', () => {
  test('has the users and the sealing key of another stage', () => {
    expect(reading({ stage: 'recovered' }, { recovered: { ...POOL, ...SEAL_KEY } })).toMatchObject(POOL);
  });

  const files = { production: { listOperators: 'a-1', ...DOMAIN, requestsPerIp: 5_000 } };

  test('is selected by the stage, and `-c` may repeat and add to it', () => {
    const added = { stage: 'production', domain: DOMAIN.domain, mailFrom: 'a@example.com', release: 'direct' };

    expect(reading(added, files)).toMatchObject({ ...files.production, mailFrom: 'a@example.com', release: 'direct' });
    expect(reading({}, files).domain).toBeUndefined();
  });

  test('has lists and objects where `-c` has commas and JSON', () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-stages-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const text = JSON.stringify({
      corsOrigins: ['https://a.example', 'https://b.example'],
      listFiles: { eu_fsf: null },
    });
    writeFileSync(join(folder, 'dev.json'), text);

    const settings = readSettings({ tryGetContext: () => undefined }, (stage) => readStageFile(stage, folder));

    expect(settings).toMatchObject({
      corsOrigins: ['https://a.example', 'https://b.example'],
      listFiles: '{"eu_fsf":null}',
    });
    expect(readStageFile('other', folder)).toEqual({});
    writeFileSync(join(folder, 'dev.json'), '[]');
    expect(() => readStageFile('dev', folder)).toThrow(/must be an object/);
  });

  test.each<[string, Record<string, unknown>, Record<string, unknown>, RegExp]>([
    ['a value that contradicts `-c`', { domain: 'b.example.com' }, {}, /contradicts/],
    ['an unknown setting', {}, { domian: 'a.example.com' }, /unknown setting: domian/],
    ['a setting for one deployment', {}, { firstDeployment: true }, /for one deployment/],
  ])('is refused with %s', (_case, given, filed, words) => {
    const both = { production: { ...files.production, ...filed } };
    expect(() => reading({ stage: 'production', ...given }, both)).toThrow(words);
  });
});

describe('settings: what a stage is cannot be changed by leaving a setting out', () => {
  const settings = { kind: 'production', domain: 'a.example.com', issuer: ISSUER } as const;
  const deployed = lastingSettings(settings);

  test('the same settings change nothing', () => {
    expect(unsaidChanges(deployed, settings)).toEqual([]);
  });

  test('a restored stage keeps the users and the sealing key that it was deployed with', () => {
    const restored = { ...settings, issuer: undefined, ...POOL, ...SEAL_KEY };

    expect(unsaidChanges(lastingSettings(restored), restored)).toEqual([]);
    const left = unsaidChanges(lastingSettings(restored), { ...settings, issuer: undefined });
    expect(left.map((line) => line.split(' ')[0])).toEqual(['userPoolArn', 'sealKeyArn']);
  });

  test('a stage of a release that did not know a setting does not have it', () => {
    const { sealKeyArn, userPoolArn, ...earlier } = deployed;

    expect([sealKeyArn, userPoolArn]).toEqual([null, null]);
    expect(unsaidChanges(earlier, settings)).toEqual([]);
    expect(unsaidChanges(earlier, { ...settings, ...SEAL_KEY })).toEqual([
      `sealKeyArn is not set in the deployed stage and ${SEAL_KEY.sealKeyArn} here. To change it, pass -c changes=sealKeyArn.`,
    ]);
  });

  test('a stage whose key was made before keys had a kind is not given another key', () => {
    expect(unsaidChanges(deployed, { ...settings, sealKeySpec: 'RSA_3072' })).toEqual([
      'sealKeySpec is not set in the deployed stage and RSA_3072 here. To change it, pass -c changes=sealKeySpec.',
    ]);
  });

  test('each that differs is named, unless it is said to change', () => {
    const others = { kind: undefined, domain: 'b.example.com', issuer: undefined };

    expect(unsaidChanges(deployed, { ...others, changes: ['issuer'] })).toEqual([
      'kind is production in the deployed stage and not set here. To change it, pass -c changes=kind.',
      'domain is a.example.com in the deployed stage and b.example.com here. To change it, pass -c changes=domain.',
    ]);
    expect(unsaidChanges(deployed, { ...others, changes: ['kind', 'domain', 'issuer'] })).toEqual([]);
  });
});

test('settings: a backup vault beside the data is refused', () => {
  const elsewhere = (region: string, account: string) => () => assertVaultElsewhere(VAULT, { region, account });

  expect(elsewhere('eu-central-1', '444455556666')).toThrow('in the account and region of the stage');
  expect(elsewhere('eu-west-1', '444455556666')).not.toThrow();
  expect(elsewhere('eu-central-1', '111122223333')).not.toThrow();
  // Without credentials the CDK CLI knows neither.
  expect(() => assertVaultElsewhere(VAULT, { region: undefined, account: undefined })).not.toThrow();
});

describe('settings: invalid values are refused', () => {
  const { audience, ...part } = ISSUER;

  test.each<[string, Record<string, unknown>, RegExp]>([
    ['a change of a setting that does not last', { changes: 'mailFrom' }, /at changes/],
    ['a part of an issuer', part, /requires all of issuer/],
    ['another part of an issuer', { audience }, /requires all of issuer/],
    ['an issuer without a scheme', { ...ISSUER, issuer: 'login.example.com' }, /at issuer/],
    ['keys that anybody could replace', { ...ISSUER, jwksUri: 'http://a.example' }, /https/],
    ['an origin without a scheme', { signingFilesOrigin: 'files.example.com' }, /http or https URL/],
    ['an origin with a path', { signingFilesOrigin: 'https://a.example/x' }, /origin/],
    ['a console client without an issuer', { consoleClientId: 'x' }, /at consoleClientId/],
    ['a user pool by its id', { ...POOL, userPoolArn: 'eu-west-1_Ab12Cd34E' }, /must be the ARN of a user pool/],
    [
      'a user pool of two regions',
      { ...POOL, userPoolArn: POOL.userPoolArn.replace('eu-west-1:', 'us-east-1:') },
      /must be the ARN of a user pool/,
    ],
    ['a user pool and an issuer', { ...POOL, ...ISSUER }, /at userPoolArn/],
    ['a user pool without its pages', { userPoolArn: POOL.userPoolArn }, /at consoleSignInOrigin/],
    ['sign-in pages of no pool', { consoleSignInOrigin: POOL.consoleSignInOrigin }, /only for an external issuer/],
    ['an alias for a key', { sealKeyArn: 'arn:aws:kms:eu-west-1:111122223333:alias/seal' }, /not of an alias/],
    [
      'certificates of a key that does not exist yet',
      { stage: 'production', listOperators: '*', firstDeployment: 'true', sealCertificates: cert },
      /pass sealKeyArn/,
    ],
    ['a command client without an issuer', { commandClientId: 'x' }, /at commandClientId/],
    ['a subject card without TLS', { subjectCardOrigin: 'http://a.example' }, /https/],
    ['a browser origin with a path', { corsOrigins: 'https://a.example/' }, /at corsOrigins/],
    ['a browser origin without a scheme', { corsOrigins: 'a.example' }, /at corsOrigins/],
    ['a sender without an address', { mailFrom: 'Example Ltd' }, /at mailFrom/],
    ['a sender with half of one', { mailFrom: 'Example <sign@>' }, /at mailFrom/],
    ['an alarm address that is no address', { alarmEmail: 'oncall' }, /at alarmEmail/],
    ['a contact that is no address', { wikidataContact: 'me' }, /at wikidataContact/],
    ['a strange printer', { printer: 'dot-matrix' }, /at printer/],
    ['an unknown list', { listFiles: '{ "eu": {} }' }, /Unrecognized key: "eu"/],
    ['lists that are no JSON', { listFiles: 'eu_fsf' }, /must be JSON/],
    ['production without list operators', { stage: 'production' }, /at listOperators/],
    ['production with empty ones', { stage: 'production', listOperators: '' }, /at listOperators/],
    ['a shard plan that shrinks', { shardPlan: 'events=32@2027-01-01T00:00:00Z' }, /at shardPlan/],
    ['a rate limit without a burst', { rateLimits: 'key=50' }, /at rateLimits/],
    ['a rate limit of nothing known', { rateLimits: 'user=50/100' }, /at rateLimits/],
    ['links that never open', { completedLinkDays: '0' }, /at completedLinkDays/],
    ['a spending limit of nothing known', { spendingLimits: 'words=5' }, /at spendingLimits/],
    ['an email limit of none', { emailLimits: 'recipient=0' }, /at emailLimits/],
    ['a rate limit twice', { rateLimits: 'key=1/1,key=2/2' }, /at rateLimits/],
    ['list operators that are no ids', { listOperators: 'a b, *' }, /at listOperators/],
    [
      'more list operators than one transaction can name',
      { listOperators: Array.from({ length: 21 }, (_, at) => `id${at}`).join(',') },
      /at most 20/,
    ],
    ['a domain that nothing vouches for', { domain: 'a.example.com' }, /requires hostedZoneId/],
    ['an address for a domain', { ...DOMAIN, domain: 'https://a.example.com' }, /at domain/],
    [
      'a certificate of another region',
      { ...DOMAIN, certificateArn: DOMAIN.certificateArn.replace('us-east-1', 'eu-west-1') },
      /certificate in us-east-1/,
    ],
    ['a zone without a domain', { hostedZoneId: 'Z0123ABC' }, /at domain/],
    ['a domain and a proxy', { ...DOMAIN, publicUrl: 'https://a.example.com' }, /at publicUrl/],
    ['allowed addresses without a domain', { allowedIps: '192.0.2.0/24' }, /at allowedIps/],
    ['an allowed address without its length', { ...DOMAIN, allowedIps: '192.0.2.1' }, /at allowedIps/],
    ['every address as an allowed one', { ...DOMAIN, allowedIps: '0.0.0.0/0' }, /must not be every address/],
    ['allowed addresses of nobody', { ...DOMAIN, allowedIps: ',' }, /at allowedIps/],
    ['a limit of the stage without a burst', { throttle: '5000' }, /at throttle/],
    ['a limit of no requests', { throttle: '0/1' }, /at throttle/],
    ['a proxy without TLS', { publicUrl: 'http://a.example.com' }, /must use https/],
    ['a flag that is neither', { encryptLogs: 'yes' }, /at encryptLogs/],
    ['no concurrency at all', { longFunctionConcurrency: '0' }, /at longFunctionConcurrency/],
    ['a concurrency that is no number', { longFunctionConcurrency: 'all' }, /at longFunction/],
    ['no long request at all', { longRequests: '0' }, /at longRequests/],
    ['more workers of monitoring than shards', { monitoringWorkers: '65' }, /at monitoringWorkers/],
    ['an unknown warm table', { warmThroughput: '{"a":{}}' }, /at warmThroughput/],
    [
      'warm tables that are colder than new ones',
      { warmThroughput: '{"risk":{"reads":12000,"writes":100}}' },
      />=4000/,
    ],
    ['warm tables that are no JSON', { warmThroughput: 'journal' }, /must be JSON/],
    ['a VPC by its id', { egressVpc: 'vpc-0a1b2c3d' }, /must be JSON/],
    ['a VPC without security groups', { egressVpc: '{"subnets":["subnet-0a1b2c3d"]}' }, /securityGroups/],
    [
      'a VPC with a route table as subnet',
      { egressVpc: '{"subnets":["rtb-0a1b2c3d"],"securityGroups":["sg-0a1b2c3d"]}' },
      /ids of subnets/,
    ],
    ['a VPC without subnets', { egressVpc: '{"subnets":[],"securityGroups":["sg-0a1b2c3d"]}' }, /subnets/],
    ['events that are locked for no time', { journalLockYears: '0' }, /at journalLockYears/],
    ['list files that are archived for no time', { listArchiveYears: '0' }, /at listArchiveYears/],
    [
      'locked events in the local cloud',
      { stage: 'local', localCloud: true, journalLockYears: '5' },
      /not supported by the local cloud/,
    ],
    ['a backup vault by name', { backupVault: 'assay' }, /at backupVault/],
    ['a table as backup vault', { backupVault: 'arn:aws:dynamodb:eu-west-1:444455556666:table/a' }, /at backupVault/],
    ['days of backups without a vault', { backupDays: '90' }, /requires backupVault/],
    ['backups for a day', { backupVault: VAULT, backupDays: '1' }, /at backupDays/],
    ['a first deployment elsewhere', { firstDeployment: 'true' }, /at firstDeployment/],
    ['a release of another kind', { release: 'canary' }, /at release/],
    ['an identity with no sender', { mailIdentity: 'example.com' }, /requires mailFrom/],
    ['uploads by two', { listUploads: 'double' }, /at listUploads/],
    ['deletions by three', { organizationDeletion: 'three' }, /at organizationDeletion/],
    ['a second directive', { signingFrameAncestors: "'self'; script-src *" }, /at signingFrame/],
    ['a file name for certificates', { sealCertificates: 'chain.pem' }, /in PEM format/],
    ['a level without an authority', { sealLevel: 'B-LT' }, /requires timestampAuthority and sealCertificates/],
    ['a fingerprint of no authority', { timestampCertificate: 'ab'.repeat(32) }, /requires timestampAuthority/],
    [
      'a fingerprint that is none',
      { timestampAuthority: 'https://tsa.example.com/', timestampCertificate: 'ab' },
      /must be a SHA-256/,
    ],
    ['a seal of too long a name', { sealOrganization: 'x'.repeat(65) }, /at sealOrganization/],
    ['the stage of the local cloud', { stage: 'local' }, /cannot be deployed/],
    ['a stage that claims to be local', { localCloud: true }, /cannot be deployed/],
  ])('%s', (_case, context, words) => {
    expect(() => reading(context)).toThrow(words);
  });
});
