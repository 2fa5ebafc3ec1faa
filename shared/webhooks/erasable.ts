import type { Scope } from '#shared/platform/caller.ts';
import { type ErasableRows, erasablePartitions } from '#shared/platform/store/erasure.ts';
import type { Store } from '#shared/platform/store/store.ts';
import { activeSetKey } from './subscribers.ts';

/** Everything the webhooks table keeps of an organization and mode. */
export async function* erasableWebhooks(store: Store, scope: Scope): AsyncGenerator<ErasableRows> {
  yield* erasablePartitions(store, 'webhooks', [activeSetKey(scope).pk]);
}
