import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { optionalSetting } from '#shared/platform/environment.ts';
import { deriveCurrent } from './master-secret.ts';

/** The response waits at most this long for the hash in its log line. */
const WAIT_MS = 200;
const HASH_CHARACTERS = 24;

/**
 * The address of a caller in a form that may be logged: a keyed hash whose key changes daily (UTC).
 * Requests from one address can be correlated within a day, and without the master secret the address
 * cannot be found by brute force. Undefined in functions without access to the secret, or if it cannot be
 * read.
 */
export async function addressHash(address: string, now: Date): Promise<string | undefined> {
  if (optionalSetting('MASTER_SECRET_ARN') === undefined) return undefined;
  const day = now.toISOString().slice(0, 'YYYY-MM-DD'.length);
  const hash = deriveCurrent('log-address', { id: day, version: 1 }).then(
    (key) => createHmac('sha256', key).update(address).digest('hex').slice(0, HASH_CHARACTERS),
    () => undefined,
  );
  return Promise.race([hash, sleep(WAIT_MS, undefined, { ref: false })]);
}
