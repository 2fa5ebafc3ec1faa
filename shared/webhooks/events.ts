import type { NewEvent } from '#shared/platform/change.ts';

/**
 * Changes of a webhook are stored in the history only. A ping is sent to its own webhook alone, and that one was
 * disabled to the others.
 */
export const webhookEvent = (
  type: `webhook.${string}`,
  id: string,
  { to, ...more }: Pick<NewEvent, 'reason' | 'details' | 'to' | 'sample'> = {},
): NewEvent => ({
  type,
  resource: 'webhooks',
  resourceId: id,
  subjectId: null,
  announced: to !== undefined || type === 'webhook.disabled',
  ...more,
  ...(to !== undefined && { to }),
});
