import type { ListKey } from './list.ts';
import { crawledFrom, hasAddress, isSwitchedOff } from './list-files.ts';
import { attentionReasonsOf, type ListState, staleReasons } from './list-state.ts';

/** Whether a list needs an operator before it can be relied on again. */
export function isInTrouble(key: ListKey, state: ListState, now: Date): boolean {
  if (isSwitchedOff(key)) return false;
  if (attentionReasonsOf(state).length > 0) return true;
  // Uploaded lists do not raise the alarm when they are outdated: one that is never uploaded again
  // would hide the others permanently.
  if (!hasAddress(key)) return false;
  // A first crawl takes long; when it gives up, it raises attention itself.
  return state.active ? staleReasons(state, key, now).length > 0 : !crawledFrom(key);
}
