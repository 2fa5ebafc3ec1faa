import * as z from 'zod';
import type { Scope } from '#shared/platform/caller.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import { dueAt } from '#shared/platform/store/due.ts';
import type { Key, Store, Write } from '#shared/platform/store/store.ts';
import { AUTOMATIC_RESENDS, LEASE_SECONDS } from '../limits.ts';
import { recoveriesOf } from './recoveries.ts';

/** What failed in a series of failures is sent again after the first success. Stored until that is done. */
const Resend = z.object({
  webhookId: z.uuid(),
  requestId: z.string(),
  /** Deliveries whose last attempt was before this time are not sent again. */
  failedSince: z.string(),
  /** The delivery after which it continues. */
  after: z.string(),
  /** How many deliveries may still be reopened. */
  left: z.number(),
  pacedUntil: z.string().optional(),
});
export type Resend = z.infer<typeof Resend>;

const keyOf = (scope: Scope, webhookId: string): Key => ({ pk: recoveriesOf(scope), sk: `resend#${webhookId}` });

/** Replaces one that is still running: deliveries that it has reopened are not reopened again. */
export const openResend = (
  scope: Scope,
  resend: Pick<Resend, 'webhookId' | 'requestId' | 'failedSince' | 'after'>,
  now: Date,
): Write => ({
  table: 'webhooks',
  put: {
    ...keyOf(scope, resend.webhookId),
    ...resend,
    left: AUTOMATIC_RESENDS,
    organizationId: scope.organizationId,
    mode: scope.mode,
    kind: 'recovery',
    task: 'resend',
    ...dueAt(now, resend.webhookId, 'deliveries'),
  },
});

export async function findResend(store: Store, scope: Scope, webhookId: string): Promise<Resend | undefined> {
  const row = await store.get('webhooks', keyOf(scope, webhookId));
  return row && Resend.parse(row);
}

export const advanceResend = (
  scope: Scope,
  { webhookId, requestId, after }: Resend,
  progress: Pick<Resend, 'after' | 'left'> & { pacedUntil: string },
  now: Date,
): Write => ({
  table: 'webhooks',
  update: keyOf(scope, webhookId),
  set: { ...progress, ...dueAt(addSeconds(now, LEASE_SECONDS), webhookId, 'deliveries') },
  when: { requestId, after },
});

export const closeResend = (scope: Scope, { webhookId, requestId }: Resend): Write => ({
  table: 'webhooks',
  remove: keyOf(scope, webhookId),
  when: { requestId },
});
