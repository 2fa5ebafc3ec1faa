import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { TERM_BUILDER_VERSION } from '@assay/names';
import { DecryptCommand, EncryptCommand } from '@aws-sdk/client-kms';
import { keysClient } from '#shared/platform/aws-clients.ts';
import type { Scope } from '#shared/platform/caller.ts';
import { setting } from '#shared/platform/environment.ts';
import { WATCH_KEY_PURPOSE } from './watch-key-purpose.ts';

/**
 * Customer data of watches. Each organization and mode has a key pair: whoever stores a watch encrypts with the public key
 * and cannot read it again. The private key is stored encrypted by KMS, which decrypts it for the worker of the watches
 * alone. A subject is encrypted to a key pair of its own (ECIES: X25519, HKDF-SHA-256, AES-256-GCM), with organization, mode
 * and watch as additional data.
 */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const POINT_BYTES = 32;
const KEY_BYTES = 32;
/** Enough to tell a million watches with a hundred terms each apart. */
const DIGEST_BYTES = 9;
/** One answer in 65,536 is wrongly yes, which costs a decryption. */
const BESIDE_BYTES = 2;
const BESIDE_CHARACTERS = 3;

/** What KMS is told of the key: it decrypts for this purpose, organization and mode only. */
const contextOf = ({ organizationId, mode }: Scope) => ({ purpose: WATCH_KEY_PURPOSE, organizationId, mode });

export interface WatchKeyPair {
  publicKey: Uint8Array;
  /** Encrypted by KMS. */
  wrappedKey: Uint8Array;
}

export async function newKeyPair(scope: Scope): Promise<WatchKeyPair> {
  const { publicKey, privateKey } = generateKeyPairSync('x25519');
  const { CiphertextBlob } = await keysClient().send(
    new EncryptCommand({
      KeyId: setting('DATA_KEY_ID'),
      Plaintext: privateKey.export({ format: 'der', type: 'pkcs8' }),
      EncryptionContext: contextOf(scope),
    }),
  );
  if (!CiphertextBlob) throw new Error('KMS answered without a ciphertext.');
  return { publicKey: publicKey.export({ format: 'der', type: 'spki' }), wrappedKey: CiphertextBlob };
}

const nameOf = ({ organizationId, mode }: Scope, watchId: string) =>
  Buffer.from(`${organizationId}#${mode}#${watchId}`);

const rawPoint = (key: KeyObject) => key.export({ format: 'der', type: 'spki' }).subarray(-POINT_BYTES);

const secretOf = (privateKey: KeyObject, publicKey: KeyObject, point: Uint8Array) =>
  Buffer.from(hkdfSync('sha256', diffieHellman({ privateKey, publicKey }), point, 'assay-watch-subject', KEY_BYTES));

/** Only the worker of the watches can read the result. */
export function sealSubject(scope: Scope, watchId: string, publicKey: Uint8Array, subject: unknown): Buffer {
  const own = generateKeyPairSync('x25519');
  const point = rawPoint(own.publicKey);
  const receiver = createPublicKey({ key: Buffer.from(publicKey), format: 'der', type: 'spki' });
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', secretOf(own.privateKey, receiver, point), nonce);
  cipher.setAAD(nameOf(scope, watchId));
  const body = Buffer.concat([cipher.update(JSON.stringify(subject)), cipher.final()]);
  return Buffer.concat([point, nonce, cipher.getAuthTag(), body]);
}

/** What the worker can do with the keys of an organization and mode. */
export interface OpenKeys {
  openSubject: (watchId: string, sealed: Uint8Array) => unknown;
  /** Terms are compared without being stored: other organizations have other digests. */
  digestOf: (term: string) => string;
  /** What a subject states beside names. Equal statements of two watches have other digests, so nothing can be counted. */
  besideDigest: (watchId: string, stated: string) => string;
}

/** Whether a text of such digests has one. */
export function isStatedIn(beside: string, digest: string): boolean {
  for (let at = 0; at < beside.length; at += BESIDE_CHARACTERS)
    if (beside.slice(at, at + BESIDE_CHARACTERS) === digest) return true;
  return false;
}

export async function openKeys(scope: Scope, { wrappedKey }: Pick<WatchKeyPair, 'wrappedKey'>): Promise<OpenKeys> {
  const { Plaintext } = await keysClient().send(
    new DecryptCommand({
      KeyId: setting('DATA_KEY_ID'),
      CiphertextBlob: wrappedKey,
      EncryptionContext: contextOf(scope),
    }),
  );
  if (!Plaintext) throw new Error('KMS answered without a plaintext.');
  const der = Buffer.from(Plaintext);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const info = `assay-watch-terms-${TERM_BUILDER_VERSION}`;
  const termKey = Buffer.from(hkdfSync('sha256', der, Buffer.alloc(0), info, KEY_BYTES));
  const besideKey = Buffer.from(hkdfSync('sha256', der, Buffer.alloc(0), 'assay-watch-beside', KEY_BYTES));
  const head = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(0, -POINT_BYTES);
  return {
    openSubject: (watchId, sealed) => {
      const bytes = Buffer.from(sealed);
      const point = bytes.subarray(0, POINT_BYTES);
      const sender = createPublicKey({ key: Buffer.concat([head, point]), format: 'der', type: 'spki' });
      const tagAt = POINT_BYTES + NONCE_BYTES;
      const bodyAt = tagAt + TAG_BYTES;
      const nonce = bytes.subarray(POINT_BYTES, tagAt);
      const key = secretOf(privateKey, sender, point);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(nameOf(scope, watchId)).setAuthTag(bytes.subarray(tagAt, bodyAt));
      const text = Buffer.concat([decipher.update(bytes.subarray(bodyAt)), decipher.final()]);
      return JSON.parse(text.toString('utf8'));
    },
    digestOf: (term) =>
      createHmac('sha256', termKey).update(term).digest().subarray(0, DIGEST_BYTES).toString('base64url'),
    besideDigest: (watchId, stated) =>
      createHmac('sha256', besideKey)
        .update(`${watchId} ${stated}`)
        .digest()
        .subarray(0, BESIDE_BYTES)
        .toString('base64url'),
  };
}
