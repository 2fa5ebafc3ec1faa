import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KMSClient, SignCommand } from '@aws-sdk/client-kms';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { checkSeal } from '#packages/agreements/src/pdf/check-seal.ts';
import { sealPdf } from '#packages/agreements/src/pdf/seal.ts';
import { aPdf } from '#packages/agreements/test/pdf/fixtures.ts';
import { SEALED } from '#packages/agreements/test/pdf/sealed.ts';
import { type AwsFront, startAwsFront } from '#packages/local-aws/src/aws/aws-front.ts';
import { callersOf } from '#packages/local-aws/src/aws/callers.ts';
import { PolicyDocument } from '#packages/local-aws/src/aws/grants.ts';
import { answerKms, openSigningKeys } from '#packages/local-aws/src/aws/kms.ts';
import { arnOf, identityOf } from '#packages/local-aws/src/template/identities.ts';
import { kmsSigner } from '#shared/documents/kms-signer.ts';
import { readSealKey } from '#shared/documents/seal-key.ts';
import { keysClient } from '#shared/platform/aws-clients.ts';

const KEY = arnOf('kms', 'key/seal');
const EC_KEY = arnOf('kms', 'key/ec');
const folder = mkdtempSync(join(tmpdir(), 'keys-'));
const denied: string[] = [];
let front: AwsFront;

/** The local cloud's KMS behind its HTTP endpoint, and the functions' client for it. */
beforeAll(async () => {
  const signingKeys = openSigningKeys(join(folder, 'keys.json'), [aKeyResource(), aKeyResource('ec', 'ECC_NIST_P256')]);
  const all = ['kms:DescribeKey', 'kms:GetPublicKey', 'kms:Sign'];
  const callers = callersOf([aFunction('seals', all), aFunction('reads', ['kms:GetPublicKey'])], []);
  front = await startAwsFront(() => ({
    callers,
    signingKeys,
    secrets: {},
    outbox: folder,
    corsRules: {},
    engines: { dynamodb: '', sqs: '', s3: '' },
    onDone: () => undefined,
    onDenied: (_name, { action }) => denied.push(action),
  }));
  Object.assign(process.env, {
    SEAL_KEY_ID: KEY,
    SEAL_ORGANIZATION: 'Example',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'seals',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_KMS: front.endpoint,
  });
});

afterAll(async () => {
  keysClient().destroy();
  await front.stop();
  rmSync(folder, { recursive: true });
});

test('KMS: a file is sealed with a key that never leaves KMS', async () => {
  const seal = { reason: 'All have signed.', sealedAt: new Date() };

  const sealed = await sealPdf(await aPdf(), await kmsSigner(), seal);

  expect(checkSeal(sealed)).toMatchObject(SEALED);
  expect(checkSeal(sealed)?.subject).toBe('O=Example\nCN=Assay document seal');
  expect(denied).toEqual([]);
});

test('KMS: the certificate is created once per process', async () => {
  expect(await kmsSigner()).toBe(await kmsSigner());
});

test('KMS: a key on the curve P-256 seals too', async () => {
  vi.resetModules();
  process.env.SEAL_KEY_ID = EC_KEY;
  const { kmsSigner: ecSigner } = await import('#shared/documents/kms-signer.ts');
  const signer = await ecSigner();
  process.env.SEAL_KEY_ID = KEY;

  const sealed = await sealPdf(await aPdf(), signer, { reason: 'All have signed.', sealedAt: new Date() });

  expect(signer.keyType).toBe('EC');
  expect(checkSeal(sealed)).toMatchObject(SEALED);
});

test('KMS: a caller without permission gets no signature', async () => {
  const client = new KMSClient({
    region: 'us-east-1',
    endpoint: front.endpoint,
    maxAttempts: 1,
    credentials: { accessKeyId: 'reads', secretAccessKey: 'local' },
  });
  const signing = client.send(
    new SignCommand({
      KeyId: KEY,
      Message: Buffer.alloc(32),
      MessageType: 'DIGEST',
      SigningAlgorithm: 'RSASSA_PKCS1_V1_5_SHA_256',
    }),
  );

  await expect(signing).rejects.toMatchObject({ name: 'AccessDeniedException' });
  expect(denied).toEqual(['kms:Sign']);
  client.destroy();
});

test('KMS: the local cloud stores keys, so a restart seals with the same key', () => {
  const again = openSigningKeys(join(folder, 'keys.json'), [aKeyResource()]);

  expect(Object.keys(again)).toEqual([KEY, EC_KEY]);
  expect(again).toEqual(openSigningKeys(join(folder, 'keys.json'), []));
});

test('KMS: an encryption key cannot sign', () => {
  const keys = openSigningKeys(join(folder, 'encryption.json'), [{ ...aKeyResource(), properties: {} }]);
  const body = { KeyId: KEY, Message: 'AAAA', MessageType: 'DIGEST', SigningAlgorithm: 'ECDSA_SHA_256' };
  const headers = { 'x-amz-target': 'TrentService.Sign' };

  expect(Object.keys(keys)).toEqual([KEY]);
  expect(() => answerKms(keys, { headers, body: Buffer.from(JSON.stringify(body)) })).toThrow(/asn1|PEM|DECODER/i);
});

function aKeyResource(name = 'seal', KeySpec = 'RSA_3072') {
  const identity = identityOf('AWS::KMS::Key', name, '');
  const properties = { KeyUsage: 'SIGN_VERIFY', KeySpec };
  return { type: 'AWS::KMS::Key', name, identity, properties, asset: undefined };
}

function aFunction(name: string, actions: string[]) {
  const Statement = [{ Effect: 'Allow', Action: actions, Resource: [KEY, EC_KEY] }];
  return {
    name,
    arn: name,
    directory: '',
    handler: '',
    environment: {},
    timeoutSeconds: 1,
    memoryMb: 128,
    temporaryMb: 512,
    policies: [PolicyDocument.parse({ Version: '2012-10-17', Statement })],
  };
}

test('KMS: the published fingerprint is that of the key in the seal', async () => {
  const sealed = await sealPdf(await aPdf(), await kmsSigner(), { reason: 'All have signed.', sealedAt: new Date() });

  const { fingerprint, publicKey, certificates } = await readSealKey();

  expect(fingerprint).toBe(checkSeal(sealed)?.keyFingerprint);
  expect(publicKey).toContain('BEGIN PUBLIC KEY');
  expect(certificates).toEqual([]);
});
