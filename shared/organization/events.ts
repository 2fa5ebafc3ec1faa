import type { NewEvent } from '#shared/platform/change.ts';

/**
 * Kept in history only: who holds credentials is nobody's business outside the organization. It is the history
 * of the key's own mode, wherever an administrator happened to be: who looks for live keys looks there.
 */
export const apiKeyEvent = (
  type: `organization.api_key.${string}`,
  id: string,
  reason?: string,
): NewEvent => ({
  type,
  resource: 'api-keys',
  resourceId: id,
  subjectId: null,
  announced: false,
  ...(reason !== undefined && { reason }),
});
