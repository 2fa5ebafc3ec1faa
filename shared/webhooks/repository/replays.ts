import { conflict } from '@assay/foundation';
import * as z from 'zod';
import type { Scope } from '#shared/platform/caller.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import { dueAt } from '#shared/platform/store/due.ts';
import type { Key, Store, Write } from '#shared/platform/store/store.ts';
import { LEASE_SECONDS } from '../limits.ts';
import { recoveriesOf } from './recoveries.ts';

/** A requested replay of one webhook, stored until it is done. There is one at a time. */
export const Replay = z.object({
  webhookId: z.uuid(),
  requestId: z.string(),
  /** Event selectors, if not those of the webhook. */
  events: z.array(z.string()).optional(),
  /** The position in the history behind which it continues, and the last one it covers. */
  offset: z.number(),
  upTo: z.number(),
  /** Until when deliveries have been enqueued. */
  pacedUntil: z.string().optional(),
});
export type Replay = z.infer<typeof Replay>;

const keyOf = (scope: Scope, webhookId: string): Key => ({ pk: recoveriesOf(scope), sk: `replay#${webhookId}` });

export const openReplay = (scope: Scope, replay: Replay, now: Date): Write => ({
  table: 'webhooks',
  put: {
    ...keyOf(scope, replay.webhookId),
    ...replay,
    organizationId: scope.organizationId,
    mode: scope.mode,
    kind: 'recovery',
    task: 'replay',
    // The queue message comes first; the tick is the fallback.
    ...dueAt(addSeconds(now, LEASE_SECONDS), replay.webhookId, 'deliveries'),
  },
  when: 'absent',
  otherwise: () => conflict('replay_running', 'A replay to this webhook is running. Wait until it has ended.'),
});

export async function findReplay(store: Store, scope: Scope, webhookId: string): Promise<Replay | undefined> {
  const row = await store.get('webhooks', keyOf(scope, webhookId));
  return row && Replay.parse(row);
}

/** Of several workers with the same page, one advances. */
export const advanceReplay = (
  scope: Scope,
  { webhookId, requestId, offset }: Replay,
  { next, ...progress }: { next: number; pacedUntil?: string },
  dueNext: Date,
): Write => ({
  table: 'webhooks',
  update: keyOf(scope, webhookId),
  set: { ...progress, offset: next, ...dueAt(addSeconds(dueNext, LEASE_SECONDS), webhookId, 'deliveries') },
  when: { requestId, offset },
});

export const closeReplay = (scope: Scope, { webhookId, requestId, offset }: Replay): Write => ({
  table: 'webhooks',
  remove: keyOf(scope, webhookId),
  when: { requestId, offset },
});
