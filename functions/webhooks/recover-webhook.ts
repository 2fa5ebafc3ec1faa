import { refused } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { placeAt, positionAt } from '#shared/platform/ids.ts';
import { hint } from '#shared/platform/queue.ts';
import { webhookEvent } from '#shared/webhooks/events.ts';
import { deliveriesOf, listRecoverable } from '#shared/webhooks/repository/deliveries.ts';
import { openRecovery } from '#shared/webhooks/repository/recoveries.ts';
import { readSubscription } from '#shared/webhooks/repository/subscriptions.ts';
import { type RecoveryAnswer, webhookRoutes } from '#shared/webhooks/routes.ts';

/** Counting stops here, so that the response does not wait for a long history. */
const COUNTED_AT_MOST = 1_000;

/** Enqueues a new round of attempts for failed and waiting deliveries of events since a time. */
export const handler = endpoint(
  webhookRoutes.recoverWebhook,
  async (context, { params, body }): Promise<Change<RecoveryAnswer>> => {
    const { caller, now, requestId } = context;
    const { id: webhookId } = await readSubscription(context, params.id);

    const since = new Date(Math.max(Date.parse(body.since), 0));
    if (since > now)
      throw refused('since_in_future', '`since` must not be in the future.', [
        { path: 'since', message: 'must not be in the future' },
      ]);
    const after = placeAt(Math.max(positionAt(since), 0)).place;
    const { organizationId, mode } = caller;
    const deliveries = await countRecoverable(context, webhookId, after);
    const answer = { webhookId, since: since.toISOString(), deliveries };
    if (deliveries === 0) return { writes: [], events: [], result: { ...answer, status: 'nothing_to_do' } };
    return {
      writes: [openRecovery({ organizationId, mode }, { webhookId, after, requestId }, now)],
      events: [webhookEvent('webhook.recovery_requested', webhookId)],
      hints: [hint('recoveries', { organizationId, mode, webhookId })],
      result: { ...answer, status: 'recovering' },
    };
  },
);

async function countRecoverable({ store, caller, now }: Context, webhookId: string, from: string): Promise<number> {
  const pk = deliveriesOf(caller, webhookId);
  const counted = new Set<string>();
  for (let after: string | null = from; after !== null && counted.size < COUNTED_AT_MOST; ) {
    const page = await listRecoverable(store, pk, { after, now });
    for (const { id } of page.deliveries) counted.add(id);
    after = page.next;
  }
  return Math.min(counted.size, COUNTED_AT_MOST);
}
