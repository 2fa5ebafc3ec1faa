import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { Problem, unavailable } from '@assay/foundation';
import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { secretsClient } from '#shared/platform/aws-clients.ts';
import { setting } from '#shared/platform/environment.ts';
import { logDefect } from '#shared/platform/log.ts';
import { isOutage } from '#shared/platform/outage.ts';
import { FIRST_KEY, parseKeyring } from './keyring.ts';

/**
 * Secrets of API keys, webhooks and signing links are derived from the master secret and never stored, so a
 * leaked table contains nothing to sign with. Each row has the version of its secret, so that one secret
 * can be replaced alone, and the number of the master key it was derived from.
 */
export interface Derivation {
  id: string;
  version: number;
  masterKey?: number | undefined;
}

interface Loaded {
  current: number;
  keys: ReadonlyMap<number, KeyObject>;
}

/** Rotation waits this long between adding a key and using it, so that every process has loaded it. */
export const KEYRING_MAX_AGE_MS = 5 * 60_000;
/** Rows may name a removed key. The secret is read again for an unknown key at most this often. */
const REREAD_MS = 60_000;

/** If keys are cached, a request waits at most this long for Secrets Manager to renew them. */
const RENEWAL_MS = 1_000;

let loaded: Loaded | undefined;
let readMs = 0;
let attemptedMs = 0;
let reading: Promise<Loaded> | undefined;

/** Undefined if the key has been retired: secrets derived from it are no longer valid. */
export async function deriveSecret(
  purpose: string,
  { masterKey = FIRST_KEY, ...derivation }: Derivation,
): Promise<Buffer | undefined> {
  const key = (await keyring(masterKey)).keys.get(masterKey);
  return key && derived(key, purpose, derivation);
}

/** Derived from every key, the current first, for seals that do not record which key made them. */
export async function deriveFromEach(
  purpose: string,
  derivation: Omit<Derivation, 'masterKey'>,
): Promise<[Buffer, ...Buffer[]]> {
  const { current, keys } = await keyring();
  const others = [...keys].filter(([number]) => number !== current);
  const used = keys.get(current);
  if (!used) throw new Error('The current key is not in the keyring.');
  const secretOf = (key: KeyObject) => derived(key, purpose, derivation);
  return [secretOf(used), ...others.map(([, key]) => secretOf(key))];
}

/** Derived from the current key, for hashes that are compared only with others of the same days. */
export const deriveCurrent = async (purpose: string, derivation: Omit<Derivation, 'masterKey'>): Promise<Buffer> =>
  (await deriveFromEach(purpose, derivation))[0];

/** The number of the key that derives new secrets. */
export const currentMasterKey = async (): Promise<number> => (await keyring()).current;

const derived = (key: KeyObject, purpose: string, { id, version }: Omit<Derivation, 'masterKey'>) =>
  createHmac('sha256', key).update(`${purpose}\n${id}\n${version}`).digest();

async function keyring(needed?: number): Promise<Loaded> {
  if (loaded && !reading && !isToBeRead(loaded, needed)) return loaded;
  reading ??= read().finally(() => {
    reading = undefined;
  });
  return reading;
}

function isToBeRead({ keys }: Loaded, needed: number | undefined): boolean {
  const isDue = (sinceMs: number, limitMs: number) => Math.abs(Date.now() - sinceMs) >= limitMs;
  const isMissing = needed !== undefined && !keys.has(needed);
  return (isMissing || isDue(readMs, KEYRING_MAX_AGE_MS)) && isDue(attemptedMs, REREAD_MS);
}

/** Cached keys stay in use while Secrets Manager is unavailable. */
async function read(): Promise<Loaded> {
  attemptedMs = Date.now();
  try {
    const { current, keys } = parseKeyring(await readMasterSecret());
    const objects = [...keys].map(([number, key]) => [number, createSecretKey(key, 'utf8')] as const);
    loaded = { current, keys: new Map(objects) };
    readMs = attemptedMs;
  } catch (error) {
    if (!loaded) throw error;
    if (!(error instanceof Problem)) logDefect('readMasterSecret', 'none', error);
  }
  return loaded;
}

async function readMasterSecret(): Promise<string> {
  const command = new GetSecretValueCommand({ SecretId: setting('MASTER_SECRET_ARN') });
  const options = loaded ? { abortSignal: AbortSignal.timeout(RENEWAL_MS) } : {};
  const { SecretString } = await secretsClient()
    .send(command, options)
    .catch((error: unknown) => {
      throw isOutage(error) || options.abortSignal?.aborted
        ? unavailable('Secrets Manager is unavailable. Retry later.')
        : error;
    });
  if (!SecretString) throw new Error('The master secret is empty.');
  return SecretString;
}
