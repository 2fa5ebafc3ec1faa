/** Lines that two texts share, or the lines that one has instead of those of the other. */
export interface LinePart {
  isSame: boolean;
  was: readonly string[];
  now: readonly string[];
}

/** Texts that differ in more lines than this are shown one after the other. */
const MOST_CHANGES = 600;

/** The shortest edit from one text to another (Myers), line by line. */
export function compareLines(before: readonly string[], after: readonly string[]): readonly LinePart[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end += 1;
  const was = before.slice(start, before.length - end);
  const now = after.slice(start, after.length - end);
  const parts: LinePart[] = [];
  const add = (isSame: boolean, lines: { was: readonly string[]; now: readonly string[] }) => {
    if (lines.was.length + lines.now.length > 0) parts.push({ isSame, ...lines });
  };
  const head = before.slice(0, start);
  add(true, { was: head, now: head });
  for (const part of middleOf(was, now)) add(part.isSame, part);
  const tail = before.slice(before.length - end);
  add(true, { was: tail, now: tail });
  return parts;
}

function middleOf(was: readonly string[], now: readonly string[]): LinePart[] {
  if (was.length === 0 || now.length === 0) return [{ isSame: false, was, now }];
  const same = commonLines(was, now);
  if (!same) return [{ isSame: false, was, now }];
  const parts: LinePart[] = [];
  let row = 0;
  let column = 0;
  const changedUpTo = (nextRow: number, nextColumn: number) => {
    if (row < nextRow || column < nextColumn)
      parts.push({ isSame: false, was: was.slice(row, nextRow), now: now.slice(column, nextColumn) });
  };
  for (const [atRow, atColumn] of same) {
    changedUpTo(atRow, atColumn);
    const line = was.slice(atRow, atRow + 1);
    const last = parts.at(-1);
    if (last?.isSame)
      parts[parts.length - 1] = { isSame: true, was: [...last.was, ...line], now: [...last.now, ...line] };
    else parts.push({ isSame: true, was: line, now: line });
    row = atRow + 1;
    column = atColumn + 1;
  }
  changedUpTo(was.length, now.length);
  return parts;
}

/** Pairs of equal lines on the shortest path, or undefined if it has too many changes. */
function commonLines(was: readonly string[], now: readonly string[]): [number, number][] | undefined {
  const most = Math.min(was.length + now.length, MOST_CHANGES);
  const reached = new Map<number, number>([[1, 0]]);
  const trace: Map<number, number>[] = [];
  for (let changes = 0; changes <= most; changes += 1) {
    trace.push(new Map(reached));
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      const isDown = goesDown(reached, diagonal, changes);
      let row = isDown ? (reached.get(diagonal + 1) ?? 0) : (reached.get(diagonal - 1) ?? 0) + 1;
      while (row < was.length && row - diagonal < now.length && was[row] === now[row - diagonal]) row += 1;
      reached.set(diagonal, row);
      if (row >= was.length && row - diagonal >= now.length) return backtrack(trace, was.length, now.length);
    }
  }
  return undefined;
}

const goesDown = (reached: ReadonlyMap<number, number>, diagonal: number, changes: number) =>
  diagonal === -changes ||
  (diagonal !== changes && (reached.get(diagonal - 1) ?? -1) < (reached.get(diagonal + 1) ?? -1));

function backtrack(trace: readonly ReadonlyMap<number, number>[], rows: number, columns: number) {
  const pairs: [number, number][] = [];
  let row = rows;
  let column = columns;
  for (let changes = trace.length - 1; changes >= 0; changes -= 1) {
    const reached = trace[changes] ?? new Map<number, number>();
    const diagonal = row - column;
    const from = goesDown(reached, diagonal, changes) ? diagonal + 1 : diagonal - 1;
    const fromRow = changes === 0 ? 0 : (reached.get(from) ?? 0);
    const fromColumn = changes === 0 ? 0 : fromRow - from;
    while (row > fromRow && column > fromColumn) {
      row -= 1;
      column -= 1;
      pairs.push([row, column]);
    }
    row = fromRow;
    column = fromColumn;
  }
  return pairs.reverse();
}
