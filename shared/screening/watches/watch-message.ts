import type { Scope } from '#shared/platform/caller.ts';
import type { Hint } from '#shared/platform/change.ts';
import { sendMessages } from '#shared/platform/queue.ts';
import { isOwn, type ListId, scopeOfList } from '../lists/list-id.ts';

export const watchMessage = ({ organizationId, mode }: Scope) => ({
  body: { organizationId, mode },
  fairTo: organizationId,
});

/** A worker may have read the state of a list up to a second ago. */
const LISTS_ARE_READ_SECONDS = 2;

/**
 * After another version of an own list is active, or the list is gone: only the watches of its organization and mode can name
 * it. Prompt, but not needed: they are looked at again after a while. Changes of shared lists are found by the tick.
 */
export async function wakeWatches(id: ListId): Promise<void> {
  if (!isOwn(id)) return;
  await sendMessages('watchTurns', [{ ...watchMessage(scopeOfList(id)), delaySeconds: LISTS_ARE_READ_SECONDS }]);
}

export const wakeHint =
  (id: ListId): Hint =>
  () =>
    wakeWatches(id);
