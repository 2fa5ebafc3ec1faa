import { deriveSecret } from '#shared/identity/master-secret.ts';
import type { Subscription } from './subscription.ts';

/** `whsec_` and base64, as the Standard Webhooks specification writes secrets. */
export const secretOf = async (id: string, version: number) =>
  `whsec_${(await deriveSecret('webhook', id, version)).toString('base64')}`;

/** The secrets a delivery is signed with now: two of them for a day after a rotation. */
export async function signingSecrets(subscription: Subscription, now: Date): Promise<string[]> {
  const { id, secretVersion, previousSecretUntil } = subscription;
  const isOverlap = previousSecretUntil !== null && now.toISOString() < previousSecretUntil;
  const versions = isOverlap ? [secretVersion, secretVersion - 1] : [secretVersion];
  return Promise.all(versions.map((version) => secretOf(id, version)));
}
