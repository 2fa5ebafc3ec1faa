import {
  constants,
  createCipheriv,
  createDecipheriv,
  createECDH,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  privateEncrypt,
  randomBytes,
} from 'node:crypto';
import * as z from 'zod';
import { readOrCreateJson, writeJson } from '../json-file.ts';
import type { TemplateResource } from '../template/template.ts';
import { type AwsRequest, operationOf } from './aws-request.ts';
import type { RequestedAction } from './grants.ts';

/**
 * The template's keys by ARN: generated on the first start, then stored. Encryption keys have an effect only where a
 * function itself encrypts with them, and are a secret of 32 bytes in base64.
 */
export type SigningKeys = Record<string, { privateKey: string; createdAt: string }>;

const Properties = z.object({
  KeyUsage: z.string().default('ENCRYPT_DECRYPT'),
  KeySpec: z.string().default('SYMMETRIC_DEFAULT'),
});

const ALGORITHMS = { rsa: 'RSASSA_PKCS1_V1_5_SHA_256', ec: 'ECDSA_SHA_256' } as const;

const algorithmOf = (privateKey: string) =>
  ALGORITHMS[createPrivateKey(privateKey).asymmetricKeyType === 'ec' ? 'ec' : 'rsa'];

export function openSigningKeys(file: string, resources: readonly TemplateResource[]): SigningKeys {
  const kept = readOrCreateJson<SigningKeys>(file, () => ({}));
  const missing = resources
    .filter(({ type }) => type === 'AWS::KMS::Key')
    .map(({ identity, properties }) => ({
      arn: identity.attributes.Arn ?? identity.ref,
      ...Properties.parse(properties),
    }))
    .filter(({ arn }) => kept[arn] === undefined);
  for (const { arn, KeySpec } of missing)
    kept[arn] = { privateKey: generate(KeySpec), createdAt: new Date().toISOString() };
  if (missing.length > 0) writeJson(file, kept);
  return kept;
}

function generate(keySpec: string): string {
  if (keySpec === 'SYMMETRIC_DEFAULT') return randomBytes(32).toString('base64');
  if (keySpec === 'ECC_NIST_P256')
    return generateKeyPairSync('ec', { namedCurve: 'P-256' })
      .privateKey.export({ format: 'pem', type: 'pkcs8' })
      .toString();
  const [, bits] = /^RSA_(\d+)$/.exec(keySpec) ?? [];
  if (!bits) throw new Error(`The local cloud does not support the key spec ${keySpec}.`);
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: Number(bits) });
  return privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
}

const EncryptionContext = z.record(z.string(), z.string()).default({});
const KeyRequest = z.object({ KeyId: z.string(), EncryptionContext });
const EncryptRequest = KeyRequest.extend({ Plaintext: z.base64() });
const DecryptRequest = KeyRequest.extend({ CiphertextBlob: z.base64() });
const SignRequest = KeyRequest.extend({
  Message: z.base64(),
  MessageType: z.literal('DIGEST'),
  SigningAlgorithm: z.enum(ALGORITHMS),
});

export function kmsCalls(request: AwsRequest): RequestedAction[] {
  const { KeyId, EncryptionContext: context } = KeyRequest.parse(JSON.parse(request.body.toString()));
  const named = Object.entries(context).map(([name, value]) => [`kms:EncryptionContext:${name}`, value]);
  return [{ action: `kms:${operationOf(request)}`, resource: KeyId, keyContext: Object.fromEntries(named) }];
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
    SigningAlgorithms: [algorithmOf(privateKey)],
  }),
  Sign: (_arn, { privateKey }, body) => {
    const { Message, SigningAlgorithm } = SignRequest.parse(body);
    if (SigningAlgorithm !== algorithmOf(privateKey))
      throw new Error(`The key does not sign with ${SigningAlgorithm}.`);
    const Signature = signDigest(privateKey, Buffer.from(Message, 'base64')).toString('base64');
    return { Signature, SigningAlgorithm };
  },
  Encrypt: (_arn, { privateKey }, body) => {
    const { Plaintext, EncryptionContext: context } = EncryptRequest.parse(body);
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', Buffer.from(privateKey, 'base64'), nonce).setAAD(boundTo(context));
    const encrypted = Buffer.concat([cipher.update(Plaintext, 'base64'), cipher.final()]);
    return { CiphertextBlob: Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64') };
  },
  Decrypt: (_arn, { privateKey }, body) => {
    const { CiphertextBlob, EncryptionContext: context } = DecryptRequest.parse(body);
    const bytes = Buffer.from(CiphertextBlob, 'base64');
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(privateKey, 'base64'), nonce, {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(boundTo(context)).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const decrypted = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    return { Plaintext: Buffer.concat([decrypted, decipher.final()]).toString('base64') };
  },
};

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What was encrypted with one context cannot be decrypted with another. */
const boundTo = (context: Record<string, string>) =>
  Buffer.from(JSON.stringify(Object.entries(context).toSorted(([a], [b]) => (a < b ? -1 : 1))));

/** DER prefix of a SHA-256 digest (RFC 8017, section 9.2). */
const DIGEST_INFO = Buffer.from('3031300d060960864801650304020105000420', 'hex');

/** Node can only sign data that it digests itself, so the digest is signed here. */
export const signDigest = (privateKey: string, digest: Uint8Array): Buffer => {
  const key = createPrivateKey(privateKey);
  if (key.asymmetricKeyType === 'ec')
    return signWithCurve(Buffer.from(key.export({ format: 'jwk' }).d ?? '', 'base64url'), digest);
  return privateEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.concat([DIGEST_INFO, digest]));
};

/** Order of the curve P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** ECDSA (FIPS 186-5, section 6.4.1), as DER. Local keys protect nothing, so it does not run in constant time. */
function signWithCurve(secret: Buffer, digest: Uint8Array): Buffer {
  const curve = createECDH('prime256v1');
  for (;;) {
    const nonce = (numberIn(randomBytes(40)) % (ORDER - 1n)) + 1n;
    curve.setPrivateKey(Buffer.from(nonce.toString(16).padStart(64, '0'), 'hex'));
    const r = numberIn(curve.getPublicKey().subarray(1, 33)) % ORDER;
    const s = (inverse(nonce) * (numberIn(digest) + r * numberIn(secret))) % ORDER;
    if (r > 0n && s > 0n) return der(0x30, Buffer.concat([integer(r), integer(s)]));
  }
}

const numberIn = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);

/** By Fermat's little theorem: the order is a prime. */
function inverse(value: bigint): bigint {
  let [result, base] = [1n, value];
  for (let exponent = ORDER - 2n; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = (result * base) % ORDER;
    base = (base * base) % ORDER;
  }
  return result;
}

/** Positive: a first bit of one gets a zero before it. */
function integer(value: bigint): Buffer {
  const hex = value.toString(16);
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
  return der(0x02, (bytes[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes);
}

const der = (tag: number, content: Buffer) => Buffer.concat([Buffer.of(tag, content.length), content]);
