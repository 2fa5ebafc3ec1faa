import type { NewEvent } from '#shared/platform/change.ts';

/** What happens to a subscription is kept in history; only a ping is sent, and to it alone. */
export const webhookEvent = (
  type: `webhook.${string}`,
  id: string,
  { reason, to }: { reason?: string; to?: readonly string[] } = {},
): NewEvent => ({
  type,
  resource: 'webhooks',
  resourceId: id,
  subjectId: null,
  announced: to !== undefined,
  ...(reason !== undefined && { reason }),
  ...(to !== undefined && { to }),
});
