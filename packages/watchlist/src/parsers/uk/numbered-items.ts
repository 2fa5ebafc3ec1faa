import { withoutTrailing } from '../trailing.ts';

/** A cell may hold several values: `(1) K048787 (2) 486298(3) 4340`. A lone value comes as the only item. */
export function numberedItems(cell: string): string[] {
  const items = cell
    .split(/(?:^|\s|(?<=\d)(?=\(\d{1,2}\)\s))\(\d{1,2}\)\s*/)
    .map((item) => withoutTrailing(item.trim(), /[.;,]/));
  return /(?:^|\s)\(1\)/.test(cell) ? items.slice(items[0] ? 0 : 1) : items.filter(Boolean);
}
