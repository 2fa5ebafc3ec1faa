import type { Deletion } from '#shared/identity/deletion.ts';
import type { NewEvent } from '#shared/platform/change.ts';
import type { organizationNotifications } from './notifications.ts';

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

/** In the history and to the webhooks of both modes. The reason stays in the history. */
export const deletionEvent = (
  type: keyof typeof organizationNotifications,
  { organizationId, erasesAt }: Pick<Deletion, 'organizationId' | 'erasesAt'>,
  reason: string | null | undefined,
): NewEvent => ({
  type,
  resource: 'organizations',
  resourceId: organizationId,
  subjectId: null,
  announced: true,
  ...(type === 'organization.deletion.requested' && { payload: { erasesAt } }),
  ...(typeof reason === 'string' && { reason }),
});
