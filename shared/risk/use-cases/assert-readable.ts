import { forbidden } from '@assay/foundation';
import type { Caller } from '#shared/platform/caller.ts';
import type { Resource } from '../resource.ts';

/** The author of a policy reads policies, and no records of customers. */
export function assertReadable({ role }: Caller, resource: Resource): void {
  if (role === 'author' && resource !== 'policies')
    throw forbidden('A token of the role `author` reads policies alone.');
}
