import type { NewEvent } from '#shared/platform/change.ts';

/**
 * Event about a record of this module. It is stored in the history and not delivered to webhooks.
 */
export const verificationEvent = (
  type: `verification.${string}`,
  { resource, id }: { resource: string; id: string },
  about: { subjectId?: string | null; details?: Record<string, unknown> } = {},
): NewEvent => ({ type, resource, resourceId: id, subjectId: null, announced: false, ...about });
