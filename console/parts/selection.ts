/**
 * Which row of a list the keyboard is on, across refreshes. A record that leaves the list takes nothing with
 * it: the selection keeps its place, and `lost` says that the person has not chosen the row that it is on now.
 */
export interface Selection<Item> {
  /** The list; another one begins anew. */
  list: string;
  id: string | undefined;
  /** The rows that were shown last, to find the place of one that is gone. */
  items: readonly Item[];
  /** The selected record that left the list by no act of this person. */
  lost: Item | undefined;
  /** Records that this person has finished with. */
  finished: readonly string[];
}

export const beginSelection = <Item>(list: string, id?: string): Selection<Item> => ({
  list,
  id,
  items: [],
  lost: undefined,
  finished: [],
});

/** The selection after the rows have changed; the same object if they have not. */
export function followRows<Item>(
  before: Selection<Item>,
  items: readonly Item[],
  idOf: (item: Item) => string,
): Selection<Item> {
  if (items === before.items) return before;
  const { id } = before;
  if (id === undefined) return { ...before, items, id: items[0] && idOf(items[0]) };
  const ids = items.map(idOf);
  const at = before.items.findIndex((item) => idOf(item) === id);
  // One that was never among the rows was opened by its address, and has no place here.
  if (ids.includes(id) || at < 0) return { ...before, items };
  const listed = new Set(ids);
  const remaining = before.items.map(idOf).filter((one) => one === id || listed.has(one));
  return {
    ...before,
    items,
    id: nextAfter(remaining, id, []) ?? ids[Math.min(at, ids.length - 1)],
    lost: before.lost ?? (before.finished.includes(id) ? undefined : before.items[at]),
  };
}

/** The person moves to a row. */
export const chooseRow = <Item>(before: Selection<Item>, id: string): Selection<Item> => ({
  ...before,
  id,
  lost: undefined,
  finished: [],
});

/** The person has finished with records: the selection goes on to the next row, unless it is elsewhere. */
export function finishRows<Item>(
  before: Selection<Item>,
  done: readonly string[],
  idOf: (item: Item) => string,
): Selection<Item> {
  const finished = [...before.finished, ...done];
  if (before.id === undefined || !done.includes(before.id)) return { ...before, finished };
  const next = nextAfter(before.items.map(idOf), before.id, finished);
  return { ...before, id: next ?? before.id, finished };
}

/** The row after the active one that is not done, or else the nearest one before it. */
export function nextAfter(
  ids: readonly string[],
  active: string | undefined,
  done: readonly string[],
): string | undefined {
  const at = active === undefined ? -1 : ids.indexOf(active);
  const isLeft = (id: string) => id !== active && !done.includes(id);
  return ids.slice(at + 1).find(isLeft) ?? ids.slice(0, Math.max(at, 0)).findLast(isLeft);
}
