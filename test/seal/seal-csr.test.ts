import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { KMSClient } from '@aws-sdk/client-kms';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSealRequest, SealRequestOptions } from '#bin/seal/create-seal-request.ts';
import { hasOpenssl } from '#packages/agreements/test/pdf/certificate-authority.ts';
import { type AwsFront, startAwsFront } from '#packages/local-aws/src/aws/aws-front.ts';
import { callersOf } from '#packages/local-aws/src/aws/callers.ts';
import { PolicyDocument } from '#packages/local-aws/src/aws/grants.ts';
import { openSigningKeys } from '#packages/local-aws/src/aws/kms.ts';
import { arnOf, identityOf } from '#packages/local-aws/src/template/identities.ts';

const KEYS = { RSA_3072: arnOf('kms', 'key/rsa'), ECC_NIST_P256: arnOf('kms', 'key/ec') };
const folder = mkdtempSync(join(tmpdir(), 'csr-'));
let front: AwsFront;
let keys: KMSClient;

/** The local cloud's KMS, with a caller that may do what the documentation says and no more. */
beforeAll(async () => {
  const resources = (['RSA_3072', 'ECC_NIST_P256'] as const).map((KeySpec) => {
    const name = KeySpec === 'RSA_3072' ? 'rsa' : 'ec';
    const identity = identityOf('AWS::KMS::Key', name, '');
    const properties = { KeyUsage: 'SIGN_VERIFY', KeySpec };
    return { type: 'AWS::KMS::Key', name, identity, properties, asset: undefined };
  });
  const Statement = [{ Effect: 'Allow', Action: ['kms:GetPublicKey', 'kms:Sign'], Resource: Object.values(KEYS) }];
  const operator = {
    name: 'operator',
    arn: 'operator',
    directory: '',
    handler: '',
    environment: {},
    timeoutSeconds: 1,
    memoryMb: 128,
    temporaryMb: 512,
    policies: [PolicyDocument.parse({ Version: '2012-10-17', Statement })],
  };
  const signingKeys = openSigningKeys(join(folder, 'keys.json'), resources);
  front = await startAwsFront(() => ({
    callers: callersOf([operator], []),
    signingKeys,
    secrets: {},
    outbox: folder,
    corsRules: {},
    engines: { dynamodb: '', sqs: '', s3: '' },
    onDone: () => undefined,
    onDenied: () => undefined,
  }));
  keys = new KMSClient({
    region: 'us-east-1',
    endpoint: front.endpoint,
    maxAttempts: 1,
    credentials: { accessKeyId: 'operator', secretAccessKey: 'local' },
  });
});

afterAll(async () => {
  keys.destroy();
  await front.stop();
  rmSync(folder, { recursive: true });
});

const stacks = new CloudFormationClient({ region: 'us-east-1' });
const requestFor = (options: object) => createSealRequest(SealRequestOptions.parse(options), { stacks, keys });
const SUBJECT = {
  commonName: 'Dokumentensiegel Größe & Söhne',
  organization: 'Größe & Söhne, GmbH',
  organizationIdentifier: 'VATDE-123456789',
  locality: 'Köln',
  country: 'DE',
};

describe.skipIf(!hasOpenssl).each(['RSA_3072', 'ECC_NIST_P256'] as const)('seal-csr: a key %s', (spec) => {
  test('signs a request that OpenSSL verifies, with subject and key usages', async () => {
    const file = join(folder, `${spec}.csr`);
    writeFileSync(file, await requestFor({ ...SUBJECT, key: KEYS[spec] }));

    const { status, stdout, stderr } = spawnSync(
      'openssl',
      ['req', '-in', file, '-verify', '-noout', '-text', '-nameopt', 'utf8,sep_multiline,lname'],
      { encoding: 'utf8' },
    );

    expect([status, stderr]).toEqual([0, expect.stringMatching(/verify OK/)]);
    expect(stdout).toMatch(/Signature Algorithm: (sha256WithRSAEncryption|ecdsa-with-SHA256)/);
    expect(stdout).toMatch(spec === 'RSA_3072' ? /Public-Key: \(3072 bit\)/ : /prime256v1/);
    expect(stdout).toMatch(/Digital Signature, Non Repudiation/);
    const subject = execFileSync(
      'openssl',
      ['req', '-in', file, '-noout', '-subject', '-nameopt', 'multiline,-esc_msb,utf8'],
      {
        encoding: 'utf8',
      },
    );
    const values = [...subject.matchAll(/^ {4}\S+ *= (.+)$/gm)].map(([, value]) => value);
    expect(values).toEqual(['DE', 'Köln', SUBJECT.organization, SUBJECT.organizationIdentifier, SUBJECT.commonName]);
  });

  test('a changed request is refused by OpenSSL', async () => {
    const pem = await requestFor({ ...SUBJECT, key: KEYS[spec] });
    const der = Buffer.from(pem.replaceAll(/-----[^-]+-----/g, ''), 'base64');
    const at = der.indexOf('VATDE');
    der[at] = (der[at] ?? 0) ^ 1;
    const file = join(folder, `${spec}-changed.der`);
    writeFileSync(file, der);

    const { stderr } = spawnSync('openssl', ['req', '-inform', 'der', '-in', file, '-verify', '-noout'], {
      encoding: 'utf8',
    });

    expect(stderr).toMatch(/verify failure|failed/);
  });
});

test('seal-csr: the key is that of the stage', async () => {
  const described = mockClient(CloudFormationClient);
  described.on(DescribeStacksCommand, { StackName: 'assay-production' }).resolves({
    Stacks: [
      {
        StackName: 'assay-production',
        CreationTime: new Date(),
        StackStatus: 'UPDATE_COMPLETE',
        Outputs: [{ OutputKey: 'SealKeyArn', OutputValue: KEYS.ECC_NIST_P256 }],
      },
    ],
  });
  described
    .on(DescribeStacksCommand, { StackName: 'assay-none' })
    .rejects(new Error('Stack with id assay-none does not exist'));

  const request = await requestFor({ stage: 'production', commonName: 'Seal' });

  expect(request).toMatch(/^-----BEGIN CERTIFICATE REQUEST-----\n[\w+/=\n]+-----END CERTIFICATE REQUEST-----\n$/);
  await expect(requestFor({ stage: 'none', commonName: 'Seal' })).rejects.toThrow(/no stack assay-none/);
  described.restore();
});

test.each<[string, object, RegExp]>([
  ['neither stage nor key', { commonName: 'Seal' }, /either --stage or --key/],
  ['both', { commonName: 'Seal', stage: 'a', key: KEYS.RSA_3072 }, /either --stage or --key/],
  ['no name', { stage: 'a' }, /commonName/],
  ['a country in words', { stage: 'a', commonName: 'Seal', country: 'Germany' }, /two capital letters/],
  ['an alias', { commonName: 'Seal', key: 'alias/seal' }, /ARN of a KMS key/],
  ['a control character', { stage: 'a', commonName: 'Se\nal' }, /control characters/],
])('seal-csr: refuses %s', (_case, options, words) => {
  expect(() => SealRequestOptions.parse(options)).toThrow(words);
});

test('seal-csr: the program writes PEM to a file, and says how it is used', async () => {
  const run = promisify(execFile);
  const out = join(folder, 'program.csr');
  const environment = {
    PATH: process.env.PATH,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'operator',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_KMS: front.endpoint,
  };
  const args = ['bin/seal-csr.ts', '--key', KEYS.RSA_3072, '--common-name', 'Seal', '--out', out];

  await run(process.execPath, args, { env: environment });

  expect(readFileSync(out, 'utf8')).toMatch(/^-----BEGIN CERTIFICATE REQUEST-----/);
  await expect(run(process.execPath, ['bin/seal-csr.ts'], { env: environment })).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('npm run -s seal-csr'),
  });
});
