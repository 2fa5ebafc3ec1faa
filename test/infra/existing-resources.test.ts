import { X509Certificate } from 'node:crypto';
import type { UserPoolType } from '@aws-sdk/client-cognito-identity-provider';
import { expect, test } from 'vitest';
import { unusableResources } from '#infra/existing-resources.ts';
import { selfSigned } from '#test/support/certificate.ts';

const GIVEN = {
  userPoolArn: 'arn:aws:cognito-idp:eu-west-1:111122223333:userpool/eu-west-1_Ab12Cd34E',
  consoleSignInOrigin: 'https://assay-production-111122223333.auth.eu-west-1.amazoncognito.com',
  sealKeyArn: 'arn:aws:kms:eu-west-1:111122223333:key/0f0c7a52-2f0b-4a53-9a53-0f5a4b6f6a11',
  sealCertificates: undefined,
};
const TARGET = { account: '111122223333', region: 'eu-west-1' };
const POOL: UserPoolType = {
  SchemaAttributes: [{ Name: 'custom:org' }, { Name: 'custom:role' }],
  LambdaConfig: { PreTokenGeneration: 'arn:aws:lambda:eu-west-1:111122223333:function:claims' },
  Domain: 'assay-production-111122223333',
};
const KEY = { KeyState: 'Enabled', SigningAlgorithms: ['RSASSA_PKCS1_V1_5_SHA_256'] };
const { cert } = selfSigned('seal.example.com');
const publicKeyOf = (pem: string) => new X509Certificate(pem).publicKey.export({ type: 'spki', format: 'der' });

const named = (name: string) => Object.assign(new Error(name), { name });
const answering = (answers: Record<string, unknown>) => ({
  send: async (command: object) => {
    const answer = answers[command.constructor.name];
    if (answer instanceof Error) throw answer;
    return answer;
  },
});

const DEPLOYED = { sealKeyArn: undefined, deployedSealKeyArn: GIVEN.sealKeyArn };

interface Answers {
  pool?: UserPoolType | Error;
  key?: object;
}

const faults = (
  given: Partial<Omit<typeof GIVEN, 'sealKeyArn' | 'sealCertificates'>> & {
    sealKeyArn?: string | undefined;
    deployedSealKeyArn?: string;
    sealCertificates?: string;
  },
  { pool = POOL, key = KEY }: Answers = {},
) =>
  unusableResources({ ...GIVEN, ...given }, TARGET, {
    users: answering({ DescribeUserPoolCommand: pool instanceof Error ? pool : { UserPool: pool } }) as never,
    keys: answering({
      DescribeKeyCommand: { KeyMetadata: key },
      GetPublicKeyCommand: { PublicKey: publicKeyOf(cert) },
    }) as never,
  });

test('existing resources: users and sealing key of a stage of the account are accepted', async () => {
  expect(await faults({})).toEqual([]);
  expect(await faults({ sealCertificates: cert })).toEqual([]);
  expect(await faults({ ...DEPLOYED, sealCertificates: cert })).toEqual([]);
  expect(await faults({}, { pool: { ...POOL, Domain: 'other' } })).toHaveLength(1);
});

test.each<[string, Parameters<typeof faults>[0], Answers, RegExp]>([
  [
    'a pool of another account',
    { userPoolArn: GIVEN.userPoolArn.replace('1111', '9999') },
    {},
    /userPoolArn is in 9999/,
  ],
  [
    'a key of another region',
    { sealKeyArn: GIVEN.sealKeyArn.replace('eu-west-1', 'us-east-1') },
    {},
    /sealKeyArn is in/,
  ],
  ['a pool of another product', {}, { pool: { ...POOL, SchemaAttributes: [] } }, /not a user pool of Assay/],
  ['a pool without its trigger', {}, { pool: { ...POOL, LambdaConfig: {} } }, /without a trigger/],
  [
    'sign-in pages of another pool',
    { consoleSignInOrigin: 'https://b.example' },
    {},
    /the pool has https:\/\/assay-prod/,
  ],
  ['a key that is about to be deleted', {}, { key: { ...KEY, KeyState: 'PendingDeletion' } }, /is PendingDeletion/],
  ['a key that encrypts', {}, { key: { KeyState: 'Enabled' } }, /does not sign with RSASSA/],
  [
    'certificates of another key',
    { sealCertificates: selfSigned('other.example.com').cert },
    {},
    /not for the key arn:aws:kms/,
  ],
  [
    'certificates of another key than that of the deployed stage',
    {
      ...DEPLOYED,
      sealCertificates: selfSigned('other.example.com').cert,
    },
    {},
    /not for the key arn:aws:kms/,
  ],
])('existing resources: %s is refused', async (_case, given, answers, words) => {
  expect(await faults(given, answers)).toEqual([expect.stringMatching(words)]);
});

test.each([
  ['ResourceNotFoundException', 'userPoolArn does not exist.'],
  ['AccessDeniedException', 'Allow cognito-idp:DescribeUserPool, or pass -c comparison=off.'],
])('existing resources: %s stops the deployment', async (name, words) => {
  await expect(faults({}, { pool: named(name) })).rejects.toThrow(words);
});
