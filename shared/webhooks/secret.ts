import { deriveSecret } from '#shared/identity/master-secret.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import { RETIRED_SECRETS, SECRET_OVERLAP_SECONDS } from './limits.ts';
import type { Subscription } from './subscription.ts';

/** `whsec_` and base64, as the Standard Webhooks specification writes secrets. */
export const secretOf = async (id: string, version: number) =>
  `whsec_${(await deriveSecret('webhook', id, version)).toString('base64')}`;

/** The secrets a delivery is signed with now: for a day after a rotation, those before it as well. */
export async function signingSecrets(
  { id, secretVersion, retiredSecrets }: Subscription,
  now: Date,
): Promise<string[]> {
  const retired = stillSigning(retiredSecrets, now).map(({ version }) => version);
  return Promise.all([secretVersion, ...retired].map((version) => secretOf(id, version)));
}

/** What becomes of the secrets when there is a new one. */
export function rotated(
  { secretVersion, retiredSecrets }: Subscription,
  now: Date,
): Pick<Subscription, 'secretVersion' | 'retiredSecrets'> {
  const until = addSeconds(now, SECRET_OVERLAP_SECONDS).toISOString();
  const retired = [{ version: secretVersion, until }, ...stillSigning(retiredSecrets, now)];
  return { secretVersion: secretVersion + 1, retiredSecrets: retired.slice(0, RETIRED_SECRETS) };
}

const stillSigning = (retired: Subscription['retiredSecrets'], now: Date) =>
  retired.filter(({ until }) => now.toISOString() < until);
