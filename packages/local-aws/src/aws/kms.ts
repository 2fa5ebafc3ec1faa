import { constants, createPrivateKey, createPublicKey, generateKeyPairSync, privateEncrypt } from 'node:crypto';
import * as z from 'zod';
import { readOrCreateJson, writeJson } from '../json-file.ts';
import type { TemplateResource } from '../template/template.ts';
import { type AwsRequest, operationOf } from './aws-request.ts';
import type { RequestedAction } from './grants.ts';

/**
 * The template's signing keys by ARN: generated on the first start, then stored. Encryption keys
 * have no effect here.
 */
export type SigningKeys = Record<string, { privateKey: string; createdAt: string }>;

const Properties = z.object({
  KeyUsage: z.string().default('ENCRYPT_DECRYPT'),
  KeySpec: z.string().default('SYMMETRIC_DEFAULT'),
});

const ALGORITHM = 'RSASSA_PKCS1_V1_5_SHA_256';

export function openSigningKeys(file: string, resources: readonly TemplateResource[]): SigningKeys {
  const kept = readOrCreateJson<SigningKeys>(file, () => ({}));
  const missing = resources
    .filter(({ type }) => type === 'AWS::KMS::Key')
    .map(({ identity, properties }) => ({
      arn: identity.attributes.Arn ?? identity.ref,
      ...Properties.parse(properties),
    }))
    .filter(({ arn, KeyUsage }) => KeyUsage === 'SIGN_VERIFY' && kept[arn] === undefined);
  for (const { arn, KeySpec } of missing)
    kept[arn] = { privateKey: generate(KeySpec), createdAt: new Date().toISOString() };
  if (missing.length > 0) writeJson(file, kept);
  return kept;
}

function generate(keySpec: string): string {
  const [, bits] = /^RSA_(\d+)$/.exec(keySpec) ?? [];
  if (!bits) throw new Error(`The local cloud does not support the key spec ${keySpec}.`);
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: Number(bits) });
  return privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
}

const KeyRequest = z.object({ KeyId: z.string() });
const SignRequest = KeyRequest.extend({
  Message: z.base64(),
  MessageType: z.literal('DIGEST'),
  SigningAlgorithm: z.literal(ALGORITHM),
});

export function kmsCalls(request: AwsRequest): RequestedAction[] {
  const { KeyId } = KeyRequest.parse(JSON.parse(request.body.toString()));
  return [{ action: `kms:${operationOf(request)}`, resource: KeyId }];
}

/** KMS operations on a signing key, as far as functions use them. */
export function answerKms(keys: SigningKeys, request: Pick<AwsRequest, 'headers' | 'body'>) {
  const body = JSON.parse(request.body.toString());
  const { KeyId } = KeyRequest.parse(body);
  const key = keys[KeyId];
  if (!key) return { status: 400, answer: { __type: 'NotFoundException', message: KeyId } };
  const operation = operations[operationOf(request)];
  if (!operation) return { status: 400, answer: { __type: 'UnsupportedOperationException', message: '' } };
  return { status: 200, answer: { KeyId, ...operation(KeyId, key, body) } };
}

type Operation = (arn: string, key: SigningKeys[string], body: unknown) => object;

const operations: Record<string, Operation> = {
  DescribeKey: (Arn, { createdAt }) => ({
    KeyMetadata: {
      Arn,
      KeyId: Arn,
      CreationDate: Date.parse(createdAt) / 1000,
      Enabled: true,
      KeyState: 'Enabled',
      KeyUsage: 'SIGN_VERIFY',
    },
  }),
  GetPublicKey: (_arn, { privateKey }) => ({
    PublicKey: createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).toString('base64'),
    KeyUsage: 'SIGN_VERIFY',
    SigningAlgorithms: [ALGORITHM],
  }),
  Sign: (_arn, { privateKey }, body) => {
    const { Message } = SignRequest.parse(body);
    const Signature = signDigest(privateKey, Buffer.from(Message, 'base64')).toString('base64');
    return { Signature, SigningAlgorithm: ALGORITHM };
  },
};

/** DER prefix of a SHA-256 digest (RFC 8017, section 9.2). */
const DIGEST_INFO = Buffer.from('3031300d060960864801650304020105000420', 'hex');

/** Node can only sign data that it digests itself, so PKCS #1 v1.5 padding is added here. */
export const signDigest = (privateKey: string, digest: Uint8Array) =>
  privateEncrypt(
    { key: createPrivateKey(privateKey), padding: constants.RSA_PKCS1_PADDING },
    Buffer.concat([DIGEST_INFO, digest]),
  );
