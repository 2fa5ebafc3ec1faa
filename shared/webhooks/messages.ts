import * as z from 'zod';
import { ScopeParts } from '#shared/platform/caller.ts';
import { sendMessages } from '#shared/platform/queue.ts';
import type { Delivery } from './delivery.ts';
import type { Subscription } from './subscription.ts';

/** What the queues of this module carry: where to look, never what to send. */

export const DueDelivery = z.object({ ...ScopeParts, webhookId: z.uuid(), deliveryId: z.uuid() });
export type DueDelivery = z.infer<typeof DueDelivery>;

export const DueRecovery = z.object({ ...ScopeParts, webhookId: z.uuid() });
export type DueRecovery = z.infer<typeof DueRecovery>;

export const dueMessage = (
  { organizationId, mode }: Pick<DueDelivery, 'organizationId' | 'mode'>,
  { webhookId, id }: Pick<Delivery, 'webhookId' | 'id'>,
): DueDelivery => ({ organizationId, mode, webhookId, deliveryId: id });

/**
 * A receiver that let us wait when it was last tried has a queue with workers of its own kind: it keeps
 * those busy, and nobody else. One that fails at once is in nobody's way.
 */
export type Lane = 'deliveries' | 'slowDeliveries';

export const laneOf = ({ isSlow }: Pick<Subscription, 'isSlow'>): Lane =>
  isSlow ? 'slowDeliveries' : 'deliveries';

export async function enqueueDeliveries(
  lane: Lane,
  messages: readonly DueDelivery[],
  delaySeconds = 0,
): Promise<void> {
  await sendMessages(
    lane,
    messages.map((body) => ({ body, delaySeconds, fairTo: body.webhookId })),
  );
}
