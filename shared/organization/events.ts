import type { NewEvent } from '#shared/platform/change.ts';

/** Kept in history only: who holds credentials is nobody's business outside the organization. */
export const apiKeyEvent = (type: `organization.api_key.${string}`, id: string): NewEvent => ({
  type,
  resource: 'api-keys',
  resourceId: id,
  subjectId: null,
  announced: false,
});
