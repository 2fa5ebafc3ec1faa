import { principalOf } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import type { Template } from '../template.ts';

/** Number, time and author of the revision after this one. */
export const nextRevision = ({ now, caller }: Context, before: Template, restoredFrom?: number) => ({
  revision: before.revision + 1,
  updatedAt: now.toISOString(),
  revisedAt: now.toISOString(),
  revisedBy: principalOf(caller),
  restoredFrom,
});
