import { randomBytes, randomUUID } from 'node:crypto';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import { secretsClient } from '#shared/platform/aws-clients.ts';
import { setting } from '#shared/platform/environment.ts';
import type { Store } from '#shared/platform/store/store.ts';
import { type Keyring, parseKeyring, serializeKeyring, withKey, withNewestInUse, withoutKey } from './keyring.ts';
import { KEYRING_MAX_AGE_MS } from './master-secret.ts';
import { recordRetirement } from './retired-keys.ts';

/**
 * The steps of a rotation, each run by an operator. A key is added first and used later, as token issuers
 * publish a key before they sign with it, so that no process meets a key it has not loaded.
 */
const KEY_BYTES = 48;
/** Processes reload the secret after its maximum age; the rest covers a read in progress. */
const SETTLED_MS = KEYRING_MAX_AGE_MS + 60_000;
const PENDING = 'ASSAYPENDING';

interface StoredKeyring {
  keyring: Keyring;
  versionId: string;
  createdAt: Date;
}

export async function readKeyring(): Promise<StoredKeyring> {
  const { SecretString, VersionId, CreatedDate } = await secretsClient().send(
    new GetSecretValueCommand({ SecretId: setting('MASTER_SECRET_ARN') }),
  );
  if (!SecretString || !VersionId || !CreatedDate) throw new Error('The master secret is empty.');
  return { keyring: parseKeyring(SecretString), versionId: VersionId, createdAt: CreatedDate };
}

/** Adds a random key that is not used yet. */
export async function addKey(): Promise<{ added: number; usableFrom: Date }> {
  const stored = await readKeyring();
  const { keyring } = stored;
  if (Math.max(...keyring.keys.keys()) !== keyring.current)
    throw new Error('The newest key is not in use yet. Activate it first.');
  const { added, ...after } = withKey(keyring, randomBytes(KEY_BYTES).toString('base64url'));
  await replaceKeyring(stored, after);
  return { added, usableFrom: new Date(Date.now() + SETTLED_MS) };
}

/** Derives all new secrets from the key that was added last. */
export async function activateNewestKey(): Promise<{ activated: number }> {
  const stored = await readKeyring();
  const after = withNewestInUse(stored.keyring);
  if (after.current === stored.keyring.current) throw new Error('The newest key is in use. Add another one first.');
  assertSettled(stored);
  await replaceKeyring(stored, after);
  return { activated: after.current };
}

/**
 * Ends everything that is derived from a key. Links are ended first: after a failure in between, the
 * command can be repeated and still finds the key. For a key that is already removed, the retirement is
 * recorded again, because a restored table may lack it.
 */
export async function retireKey(store: Store, number: number): Promise<void> {
  const stored = await readKeyring();
  const { keys } = stored.keyring;
  if (!keys.has(number) && number < Math.max(...keys.keys())) return recordRetirement(store, number);
  const after = withoutKey(stored.keyring, number);
  assertSettled(stored);
  await recordRetirement(store, number);
  await replaceKeyring(stored, after);
}

/** Until then some processes may still have the earlier keys. */
function assertSettled({ createdAt }: StoredKeyring): void {
  const settledAt = new Date(createdAt.getTime() + SETTLED_MS);
  if (settledAt > new Date())
    throw new Error(
      `The secret was changed at ${createdAt.toISOString()}. Wait until ${settledAt.toISOString()}, when every process has read it.`,
    );
}

/** Fails in Secrets Manager if the secret has changed since it was read. */
async function replaceKeyring({ versionId }: StoredKeyring, after: Keyring): Promise<void> {
  const SecretId = setting('MASTER_SECRET_ARN');
  const ClientRequestToken = randomUUID();
  const SecretString = serializeKeyring(after);
  const VersionStages = [PENDING];
  await secretsClient().send(new PutSecretValueCommand({ SecretId, SecretString, ClientRequestToken, VersionStages }));
  await secretsClient().send(
    new UpdateSecretVersionStageCommand({
      SecretId,
      VersionStage: 'AWSCURRENT',
      MoveToVersionId: ClientRequestToken,
      RemoveFromVersionId: versionId,
    }),
  );
}
