import type { ListKey } from './list.ts';
import { crawledFrom, hasAddress, isSwitchedOff } from './list-files.ts';
import { attentionReasonsOf, type ListState, staleReasons } from './list-state.ts';

/** Whether a person has to look at a list before it can be relied on again. */
export function isInTrouble(key: ListKey, state: ListState, now: Date): boolean {
  if (isSwitchedOff(key)) return false;
  if (attentionReasonsOf(state).length > 0) return true;
  // What is handed in is for whoever brings it to remember; once forgotten it would hide the others for good.
  if (!hasAddress(key)) return false;
  // A first crawl takes its time; when it gives up, it asks for attention.
  return state.active ? staleReasons(state, key, now).length > 0 : !crawledFrom(key);
}
