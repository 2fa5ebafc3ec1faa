import { lastAtOrBelow } from './sorted.ts';

/** The position of a cell in its row. */
export interface RowCell {
  /** Offset of its content in the row. */
  start: number;
  /** Maps an offset in its content to one in the row, where `\|` still has its backslash. */
  offsetOf: (contentOffset: number) => number;
}

/** Splits a row as markdown-it does, because markdown-it does not report cell positions. */
export function cellsOf(row: string): RowCell[] {
  const length = row.trimEnd().length;
  const bounds: { from: number; to: number; backslashes: number[] }[] = [];
  let from = 0;
  let backslashes: number[] = [];
  for (let offset = 0; offset <= length; offset++) {
    const isEnd = offset === length;
    if (!isEnd && row[offset] !== '|') continue;
    if (!isEnd && row[offset - 1] === '\\') backslashes.push(offset - 1);
    else {
      bounds.push({ from, to: offset, backslashes });
      backslashes = [];
      from = offset + 1;
    }
  }
  if (bounds[0]?.from === bounds[0]?.to) bounds.shift();
  const last = bounds.at(-1);
  if (last && last.from === last.to) bounds.pop();
  return bounds.map(({ from, to, backslashes }) => rowCell(row.slice(from, to), from, backslashes));
}

function rowCell(text: string, from: number, backslashes: readonly number[]): RowCell {
  const start = from + text.length - text.trimStart().length;
  // Position in the content at which each backslash was removed.
  const dropped = backslashes.map((offset, index) => offset - start - index);
  return {
    start,
    offsetOf: (contentOffset) => start + contentOffset + lastAtOrBelow(dropped, contentOffset) + 1,
  };
}
