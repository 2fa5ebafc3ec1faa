import { conflict, refused } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { positionAt } from '#shared/platform/ids.ts';
import { hint } from '#shared/platform/queue.ts';
import { webhookEvent } from '#shared/webhooks/events.ts';
import { REPLAY_DAYS } from '#shared/webhooks/limits.ts';
import { openReplay } from '#shared/webhooks/repository/replays.ts';
import { readSubscription } from '#shared/webhooks/repository/subscriptions.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Sends events of the history to a webhook, also those committed while it was not active or did not exist. */
export const handler = endpoint(webhookRoutes.replayWebhook, async (context, { params, body }) => {
  const { caller, now, requestId } = context;
  const { id: webhookId, status } = await readSubscription(context, params.id);
  const since = new Date(body.since);
  const until = body.until === undefined ? now : new Date(body.until);
  assertRange(since, until, now);
  if (status !== 'active')
    throw conflict('webhook_not_active', 'The webhook is not active. Set `status` to `active` first.');

  const { organizationId, mode } = caller;
  const { events } = body;
  const range = { since: since.toISOString(), until: until.toISOString() };
  const replay = {
    webhookId,
    requestId,
    ...(events && { events }),
    offset: Math.max(positionAt(since) - 1, 0),
    upTo: Math.max(positionAt(until), 0),
  };
  return {
    writes: [openReplay({ organizationId, mode }, replay, now)],
    events: [webhookEvent('webhook.replay_requested', webhookId, { details: { ...range, ...(events && { events }) } })],
    hints: [hint('recoveries', { organizationId, mode, webhookId, task: 'replay' })],
    result: { webhookId, ...range, status: 'replaying' as const },
  };
});

function assertRange(since: Date, until: Date, now: Date): void {
  const fault = (path: string, code: string, message: string) =>
    refused(code, `\`${path}\` ${message}.`, [{ path, message }]);
  if (until > now) throw fault('until', 'range_in_future', 'must not be in the future');
  if (since >= until) throw fault('since', 'empty_range', 'must be before `until`');
  if (until.getTime() - since.getTime() > REPLAY_DAYS * DAY_MS)
    throw fault('since', 'range_too_long', `must be at most ${REPLAY_DAYS} days before \`until\``);
}
