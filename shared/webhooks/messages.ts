import * as z from 'zod';
import { ScopeParts } from '#shared/platform/caller.ts';
import { sendMessages } from '#shared/platform/queue.ts';
import type { Delivery } from './delivery.ts';
import type { Subscription } from './subscription.ts';

/** Queue messages of this module. They contain ids only, never the payload. */

export const DueDelivery = z.object({ ...ScopeParts, webhookId: z.uuid(), deliveryId: z.uuid() });
export type DueDelivery = z.infer<typeof DueDelivery>;

/** Other work on one webhook: sending again what failed or events of the history, and alerts. */
export const DueRecovery = z.object({
  ...ScopeParts,
  webhookId: z.uuid(),
  task: z.enum(['recover', 'replay', 'resend', 'alert_failing', 'alert_disabled']).default('recover'),
});
export type DueRecovery = z.infer<typeof DueRecovery>;

export const dueMessage = (
  { organizationId, mode }: Pick<DueDelivery, 'organizationId' | 'mode'>,
  { webhookId, id }: Pick<Delivery, 'webhookId' | 'id'>,
): DueDelivery => ({ organizationId, mode, webhookId, deliveryId: id });

/**
 * A receiver that was slow in its last attempt has its own queue and workers, so that it cannot occupy the
 * workers of others. A receiver that fails fast delays no other.
 */
export type Lane = 'deliveries' | 'slowDeliveries';

export const laneOf = ({ isSlow }: Pick<Subscription, 'isSlow'>): Lane => (isSlow ? 'slowDeliveries' : 'deliveries');

export async function enqueueDeliveries(lane: Lane, messages: readonly DueDelivery[], delaySeconds = 0): Promise<void> {
  await sendMessages(
    lane,
    messages.map((body) => ({ body, delaySeconds, fairTo: body.webhookId })),
  );
}
