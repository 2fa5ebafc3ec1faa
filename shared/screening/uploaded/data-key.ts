import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import * as z from 'zod';
import { currentMasterKey, deriveSecret } from '#shared/identity/index.ts';
import type { Scope } from '#shared/platform/caller.ts';

/**
 * Encryption of what a batch stores. Each batch has a data key of its own, which encrypts its objects (AES-256-GCM) and is
 * itself stored encrypted by a key that is derived from the master secret. Whoever deletes the data key erases the batch.
 */
const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const PURPOSE = 'screening-batch-key';

/** A data key as it is stored. */
export const WrappedKey = z.object({
  /** Number of the master key that encrypts it. */
  masterKey: z.int(),
  wrapped: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});
export type WrappedKey = z.infer<typeof WrappedKey>;

export const newDataKey = (): Buffer => randomBytes(KEY_BYTES);

export async function wrapKey(scope: Scope, batchId: string, dataKey: Buffer): Promise<WrappedKey> {
  const masterKey = await currentMasterKey();
  const wrapping = await wrappingKey(scope, masterKey);
  if (!wrapping) throw new Error('The current master key is missing.');
  return { masterKey, wrapped: encrypt(wrapping, batchId, dataKey) };
}

/** Undefined if the master key has been retired. */
export async function unwrapKey(
  scope: Scope,
  batchId: string,
  { masterKey, wrapped }: WrappedKey,
): Promise<Buffer | undefined> {
  const wrapping = await wrappingKey(scope, masterKey);
  return wrapping && decrypt(wrapping, batchId, Buffer.from(wrapped));
}

const wrappingKey = ({ organizationId, mode }: Scope, masterKey: number) =>
  deriveSecret(PURPOSE, { id: `${organizationId}#${mode}`, version: 1, masterKey });

/** The name is authenticated: bytes that are stored under another name cannot be decrypted. */
export function encrypt(key: Buffer, name: string, bytes: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(name));
  const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

export function decrypt(key: Buffer, name: string, bytes: Buffer): Buffer {
  const tagEnd = NONCE_BYTES + TAG_BYTES;
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(name)).setAuthTag(bytes.subarray(NONCE_BYTES, tagEnd));
  return Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()]);
}
