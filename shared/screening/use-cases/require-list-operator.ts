import type { Caller } from '#shared/platform/caller.ts';
import { optionalSetting } from '#shared/platform/environment.ts';
import { forbidden } from '#shared/platform/problem.ts';

/**
 * Lists are everybody's. Where several organizations share an installation, its operator says whose owners and
 * admins may change what all of them are screened against; where nobody says so, those of each may.
 */
export function requireListOperator({ organizationId }: Caller): void {
  const operators = optionalSetting('LIST_OPERATORS')?.split(',');
  if (operators && !operators.includes(organizationId))
    throw forbidden('Lists are changed by another organization of this installation.');
}
