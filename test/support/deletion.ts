import { randomUUID } from 'node:crypto';
import { beginErasure, DELETION_DELAY_SECONDS, findDeletion } from '#shared/identity/deletion.ts';
import { now } from '#shared/platform/clock.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';

export const DELETION_DELAY_MS = DELETION_DELAY_SECONDS * 1000;

/** The body of `DELETE /organization`. */
export const confirmed = (organizationId: string) => ({ body: { confirm: organizationId } });

/** Begins the erasure of a requested deletion, as a worker does after the delay. */
export async function beginErasureOf(organizationId: string): Promise<void> {
  const deletion = await findDeletion(dynamoStore, organizationId);
  if (!deletion) throw new Error('No deletion is requested.');
  await dynamoStore.transact(beginErasure(deletion, now()).writes, randomUUID());
}
