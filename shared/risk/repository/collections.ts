import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import type { Collection, Listing } from '#shared/platform/store/collection.ts';

/** Where the records of a kind are kept. */
export const recordsOf = (scope: Scope, resource: string): Collection => ({
  table: 'risk',
  name: `${scopeKey(scope)}#${resource}`,
});

/** Records of a kind that belong to one other record, such as the evidence of a subject. */
export const recordsAbout = (scope: Scope, resource: string, ownerId: string): Listing => ({
  table: 'risk',
  name: `${scopeKey(scope)}#${resource}-about#${ownerId}`,
  home: recordsOf(scope, resource),
});
