import type { NewEvent } from '#shared/platform/change.ts';

/** An event about a record of this module: history keeps it, and nobody is told. */
export const verificationEvent = (
  type: `verification.${string}`,
  { resource, id }: { resource: string; id: string },
  about: { subjectId?: string | null; details?: Record<string, unknown> } = {},
): NewEvent => ({ type, resource, resourceId: id, subjectId: null, announced: false, ...about });
