import { useCallback, useMemo, useState } from 'react';
import type { WorkItem } from '../../api/work.ts';
import { toast } from '../../parts/toast.tsx';
import { SELECTED_AT_MOST } from './bulk.ts';

const NONE: ReadonlySet<string> = new Set();

/** The rows that the person has selected with `x`. Another list begins with none. */
export function useMarked(items: readonly WorkItem[], list: string) {
  const [state, setState] = useState({ list, ids: NONE });
  const ids = state.list === list ? state.ids : NONE;
  // Those that have left the list are acted on by no key.
  const targets = useMemo(() => items.filter(({ subject }) => ids.has(subject.id)), [items, ids]);
  const change = useCallback(
    (to: (before: ReadonlySet<string>) => ReadonlySet<string>) =>
      setState((before) => ({ list, ids: to(before.list === list ? before.ids : NONE) })),
    [list],
  );
  const isFull = targets.length >= SELECTED_AT_MOST;
  const mark = useCallback(
    (id: string) => {
      if (isFull && !ids.has(id)) {
        toast(`At most ${SELECTED_AT_MOST} subjects can be selected.`);
        return;
      }
      change((before) => {
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return after;
      });
    },
    [change, isFull, ids],
  );
  const unmark = useCallback(
    (done: readonly string[]) => change((before) => new Set([...before].filter((id) => !done.includes(id)))),
    [change],
  );
  const clear = useCallback(() => change(() => NONE), [change]);
  return { ids, targets, left: ids.size - targets.length, mark, unmark, clear };
}
