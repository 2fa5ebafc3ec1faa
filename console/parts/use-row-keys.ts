import { useShortcuts } from '../keys.ts';

/** The link or button that opens a row of a table or card carries this attribute. */
export const ROW = { 'data-row': '' };

/** `j` and `k` move the focus from row to row, for lists that are short enough to need no virtual rows. */
export function useRowKeys() {
  useShortcuts('Lists', [
    { keys: 'j', label: 'Next row', run: () => focusRow(1) },
    { keys: 'k', label: 'Previous row', run: () => focusRow(-1) },
  ]);
}

function focusRow(by: number) {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.findIndex((row) => lineOf(row).contains(document.activeElement));
  rows[Math.max(0, Math.min(rows.length - 1, at + by))]?.focus();
}

/** Other controls of a row count as that row. */
const lineOf = (row: HTMLElement) =>
  row.closest('tr, li, .note') ?? row.closest('.card-row') ?? row;
