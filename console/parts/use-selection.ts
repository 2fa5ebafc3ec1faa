import { useCallback, useState } from 'react';
import { beginSelection, chooseRow, finishRows, followRows } from './selection.ts';
import { toast } from './toast.tsx';

/** The selected row of a list, for `Rows` and for the keys that act on it. */
export interface RowSelection<Item> {
  active: string | undefined;
  /** The selected record that left the list by no act of this person. Until they move, no key acts. */
  lost: Item | undefined;
  /** The address names a record that is not among the rows. */
  isAbsent: boolean;
  choose(id: string): void;
  /** After an act of this person: goes on to the next row. */
  finish(ids: readonly string[]): void;
  /** A handler for an action key: does nothing but say so while the selected record is lost. */
  act(run: () => void): () => void;
}

export const MOVE_FIRST = 'The selected record has left the list. Move to a row first.';

/**
 * Keeps the selection in its place while the list is refreshed. `list` names what is listed, such as its
 * filters; `open` is a record that the address opens.
 */
export function useSelection<Item>(
  items: readonly Item[],
  { idOf, list, open }: { idOf(item: Item): string; list: string; open?: string | undefined },
): RowSelection<Item> {
  const [state, setState] = useState(() => beginSelection<Item>(list, open));
  const begun = state.list === list ? state : beginSelection<Item>(list, open);
  const current = followRows(begun, items, idOf);
  if (current !== state) setState(current);
  const choose = useCallback((id: string) => setState((before) => chooseRow(before, id)), []);
  const finish = useCallback((ids: readonly string[]) => setState((before) => finishRows(before, ids, idOf)), [idOf]);
  const { id: active, lost } = current;
  const isAbsent = active !== undefined && items.length > 0 && !items.some((item) => idOf(item) === active);
  return {
    active,
    lost,
    isAbsent,
    choose,
    finish,
    act: (run) => () => {
      if (lost === undefined) run();
      else toast(MOVE_FIRST);
    },
  };
}
