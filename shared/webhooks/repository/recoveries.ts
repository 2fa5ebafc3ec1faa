import { conflict } from '@assay/foundation';
import * as z from 'zod';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import { dueAt } from '#shared/platform/store/due.ts';
import type { Key, Store, Write } from '#shared/platform/store/store.ts';
import { LEASE_SECONDS } from '../limits.ts';

/** A requested recovery of one webhook, stored until it is done. There is one at a time. */
export const Recovery = z.object({
  webhookId: z.uuid(),
  /** The delivery after which it continues. */
  after: z.string(),
  requestId: z.string(),
});
export type Recovery = z.infer<typeof Recovery>;

export const recoveriesOf = (scope: Scope) => `${scopeKey(scope)}#recoveries`;

const keyOf = (scope: Scope, webhookId: string): Key => ({
  pk: recoveriesOf(scope),
  sk: webhookId,
});

export const openRecovery = (scope: Scope, recovery: Recovery, now: Date): Write => ({
  table: 'webhooks',
  put: {
    ...keyOf(scope, recovery.webhookId),
    ...recovery,
    organizationId: scope.organizationId,
    mode: scope.mode,
    kind: 'recovery',
    // The queue message comes first; the tick is the fallback.
    ...dueAt(addSeconds(now, LEASE_SECONDS), recovery.webhookId, 'deliveries'),
  },
  when: 'absent',
  otherwise: () => conflict('recovery_running', 'A recovery of this webhook is running. Wait until it has ended.'),
});

export async function findRecovery(store: Store, scope: Scope, webhookId: string): Promise<Recovery | undefined> {
  const row = await store.get('webhooks', keyOf(scope, webhookId));
  return row && Recovery.parse(row);
}

export const advanceRecovery = (scope: Scope, { webhookId, requestId }: Recovery, after: string, now: Date): Write => ({
  table: 'webhooks',
  update: keyOf(scope, webhookId),
  set: { after, ...dueAt(addSeconds(now, LEASE_SECONDS), webhookId, 'deliveries') },
  when: { requestId },
});

export const closeRecovery = (scope: Scope, { webhookId, requestId }: Recovery): Write => ({
  table: 'webhooks',
  remove: keyOf(scope, webhookId),
  when: { requestId },
});
