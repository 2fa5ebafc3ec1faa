import { type Derivation, deriveSecret } from '#shared/identity/index.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import { RETIRED_SECRETS, SECRET_OVERLAP_SECONDS } from './limits.ts';
import type { Subscription } from './subscription.ts';

/** `whsec_` and base64, as in the Standard Webhooks specification. */
export async function secretOf(derivation: Derivation): Promise<string | undefined> {
  const secret = await deriveSecret('webhook', derivation);
  return secret && `whsec_${secret.toString('base64')}`;
}

/**
 * The secrets that sign a delivery now, which for a day after a rotation include the previous ones. Secrets
 * whose master key has been retired are left out.
 */
export async function signingSecrets(
  { id, secretVersion: version, masterKey, retiredSecrets }: Subscription,
  now: Date,
): Promise<string[]> {
  const signing = [{ version, masterKey }, ...stillSigning(retiredSecrets, now)];
  const secrets = signing.map((one) => secretOf({ id, version: one.version, masterKey: one.masterKey }));
  return (await Promise.all(secrets)).filter((secret) => secret !== undefined);
}

/** The secrets after a rotation. */
export function rotated(
  { secretVersion: version, masterKey, retiredSecrets }: Subscription,
  now: Date,
  newMasterKey: number,
) {
  const until = addSeconds(now, SECRET_OVERLAP_SECONDS).toISOString();
  const last = { version, until, ...(masterKey !== undefined && { masterKey }) };
  const retired = [last, ...stillSigning(retiredSecrets, now)];
  return {
    secretVersion: version + 1,
    masterKey: newMasterKey,
    retiredSecrets: retired.slice(0, RETIRED_SECRETS),
  } satisfies Partial<Subscription>;
}

const stillSigning = (retired: Subscription['retiredSecrets'], now: Date) =>
  retired.filter(({ until }) => now.toISOString() < until);
