import { useEffect, useRef } from 'react';
import { useShortcuts } from '../keys.ts';

/** The link or button that opens a row of a table or card carries this attribute. */
export const ROW = { 'data-row': '' };

/** The row that had the focus last, and where it was. */
interface Place {
  row: HTMLElement;
  index: number;
}

/** Marks the row that is now where a row that had the focus has left the list. */
const MARK = 'data-place';

/**
 * `j` and `k` move the focus from row to row, for lists that are short enough to need no virtual rows. When the
 * row with the focus leaves the list, no other one gets the focus, so no key acts; moving goes on from its place.
 */
export function useRowKeys() {
  const place = useRef<Place>(undefined);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      unmark();
      const rows = rowsNow();
      const index = rows.findIndex((row) => lineOf(row).contains(target as Node));
      const row = rows[index];
      if (row) place.current = { row, index };
    };
    const observer = new MutationObserver(() => {
      const left = place.current;
      if (!left || left.row.isConnected || document.activeElement !== document.body) return;
      const now = rowAt(left.index);
      if (!now || lineOf(now).hasAttribute(MARK)) return;
      unmark();
      lineOf(now).setAttribute(MARK, '');
      now.scrollIntoView({ block: 'nearest' });
    });
    document.addEventListener('focusin', note);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', note);
      observer.disconnect();
    };
  }, []);
  const move = (by: number) => {
    const left = place.current;
    const at = rowsNow().findIndex((row) => lineOf(row).contains(document.activeElement));
    if (at >= 0) rowAt(at + by)?.focus();
    // The next row has taken the place of the one that is gone.
    else if (left && !left.row.isConnected) rowAt(by > 0 ? left.index : left.index - 1)?.focus();
    else rowAt(0)?.focus();
  };
  useShortcuts('Lists', [
    { keys: 'j', label: 'Next row', run: () => move(1) },
    { keys: 'k', label: 'Previous row', run: () => move(-1) },
  ]);
}

const rowsNow = () => [...document.querySelectorAll<HTMLElement>('[data-row]')];

function rowAt(index: number): HTMLElement | undefined {
  const rows = rowsNow();
  return rows[Math.max(0, Math.min(rows.length - 1, index))];
}

const unmark = () => document.querySelector(`[${MARK}]`)?.removeAttribute(MARK);

/** Other controls of a row count as that row. */
const lineOf = (row: HTMLElement) => row.closest('tr, li, .note') ?? row.closest('.card-row') ?? row;
