import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import { type ErasableRows, erasablePartitions } from '#shared/platform/store/erasure.ts';
import type { Store } from '#shared/platform/store/store.ts';

/** Where the tiles of leaves begin, by the id of their first event: ids sort as events do. */
export const placesPartition = (scope: Scope) => `${scopeKey(scope)}#audit-places`;

/**
 * The ids of events in the audit log. Roots and hashes of leaves stay: they have no content, and show that what somebody
 * exported before is what was recorded.
 */
export const erasableAudit = (store: Store, scope: Scope): AsyncGenerator<ErasableRows> =>
  erasablePartitions(store, 'journal', [placesPartition(scope)]);
