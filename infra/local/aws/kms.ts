import {
  constants,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  privateEncrypt,
} from 'node:crypto';
import * as z from 'zod';
import { keepJson, writeJson } from '#infra/local/kept-file.ts';
import type { Resource } from '#infra/local/template/template.ts';
import type { AwsRequest } from './aws-calls.ts';
import type { Call } from './grants.ts';

/** The keys of the template that sign, by ARN: generated once, then kept. Those that encrypt lock nothing here. */
export type SigningKeys = Record<string, { privateKey: string; createdAt: string }>;

const Properties = z.object({
  KeyUsage: z.string().default('ENCRYPT_DECRYPT'),
  KeySpec: z.string().default('SYMMETRIC_DEFAULT'),
});

const ALGORITHM = 'RSASSA_PKCS1_V1_5_SHA_256';

export function openSigningKeys(file: string, resources: readonly Resource[]): SigningKeys {
  const kept = keepJson<SigningKeys>(file, () => ({}));
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
  if (!bits) throw new Error(`The local cloud makes no keys of the kind ${keySpec}.`);
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: Number(bits) });
  return privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
}

const KeyRequest = z.object({ KeyId: z.string() });
const SignRequest = KeyRequest.extend({
  Message: z.base64(),
  MessageType: z.literal('DIGEST'),
  SigningAlgorithm: z.literal(ALGORITHM),
});

const operationIn = ({ headers }: Pick<AwsRequest, 'headers'>) =>
  String(headers['x-amz-target']).split('.').at(-1) ?? '';

export function kmsCalls(request: AwsRequest): Call[] {
  const { KeyId } = KeyRequest.parse(JSON.parse(request.body.toString()));
  return [{ action: `kms:${operationIn(request)}`, resource: KeyId }];
}

/** KMS's operations on a key that signs, as far as functions use them. */
export function answerKms(keys: SigningKeys, request: Pick<AwsRequest, 'headers' | 'body'>) {
  const body = JSON.parse(request.body.toString());
  const { KeyId } = KeyRequest.parse(body);
  const key = keys[KeyId];
  if (!key) return { status: 400, answer: { __type: 'NotFoundException', message: KeyId } };
  const operation = operations[operationIn(request)];
  if (!operation)
    return { status: 400, answer: { __type: 'UnsupportedOperationException', message: '' } };
  return { status: 200, answer: { KeyId, ...operation(KeyId, key, body) } };
}

type Operation = (arn: string, key: SigningKeys[string], body: unknown) => object;

const operations: Record<string, Operation> = {
  DescribeKey: (Arn, { createdAt }) => ({
    KeyMetadata: {
      Arn,
      KeyId: Arn,
      CreationDate: Date.parse(createdAt) / 1000,
      ...{ Enabled: true, KeyState: 'Enabled', KeyUsage: 'SIGN_VERIFY' },
    },
  }),
  GetPublicKey: (_arn, { privateKey }) => ({
    PublicKey: createPublicKey(privateKey)
      .export({ format: 'der', type: 'spki' })
      .toString('base64'),
    ...{ KeyUsage: 'SIGN_VERIFY', SigningAlgorithms: [ALGORITHM] },
  }),
  Sign: (_arn, { privateKey }, body) => {
    const { Message } = SignRequest.parse(body);
    const Signature = signDigest(privateKey, Buffer.from(Message, 'base64')).toString('base64');
    return { Signature, SigningAlgorithm: ALGORITHM };
  },
};

/** What says, in front of a digest, that it is one of SHA-256 (RFC 8017, section 9.2). */
const DIGEST_INFO = Buffer.from('3031300d060960864801650304020105000420', 'hex');

/** Node signs what it has digested itself; of a digest, the padded signature is made by hand. */
export const signDigest = (privateKey: string, digest: Uint8Array) =>
  privateEncrypt(
    { key: createPrivateKey(privateKey), padding: constants.RSA_PKCS1_PADDING },
    Buffer.concat([DIGEST_INFO, digest]),
  );
