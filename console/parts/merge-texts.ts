import { compareLines } from './compare-lines.ts';

/** Lines that are settled, or lines that both have changed in different ways. */
export type MergePart =
  | { lines: readonly string[] }
  | { base: readonly string[]; mine: readonly string[]; theirs: readonly string[] };

/** Which lines of the base a text replaces, and with what. */
interface Change {
  from: number;
  to: number;
  lines: readonly string[];
}

/** Joins two changes of the same text, line by line (a three-way merge). */
export function mergeTexts(
  base: readonly string[],
  { mine, theirs }: { mine: readonly string[]; theirs: readonly string[] },
): readonly MergePart[] {
  const left = changesOf(base, mine);
  const right = changesOf(base, theirs);
  const parts: MergePart[] = [];
  const settle = (lines: readonly string[]) => {
    const last = parts.at(-1);
    if (lines.length === 0) return;
    if (last && 'lines' in last) parts[parts.length - 1] = { lines: [...last.lines, ...lines] };
    else parts.push({ lines });
  };
  let at = 0;
  while (left.length + right.length > 0) {
    const group = takeGroup(left, right);
    settle(base.slice(at, group.from));
    at = group.to;
    const mineNow = applied(base, group, group.left);
    const theirsNow = applied(base, group, group.right);
    if (group.left.length === 0 || sameLines(mineNow, theirsNow)) settle(theirsNow);
    else if (group.right.length === 0) settle(mineNow);
    else parts.push({ base: base.slice(group.from, group.to), mine: mineNow, theirs: theirsNow });
  }
  settle(base.slice(at));
  return parts;
}

function changesOf(base: readonly string[], text: readonly string[]): Change[] {
  const changes: Change[] = [];
  let at = 0;
  for (const { isSame, was, now } of compareLines(base, text)) {
    if (!isSame) changes.push({ from: at, to: at + was.length, lines: now });
    at += was.length;
  }
  return changes;
}

/** The next changes that touch each other, directly or through others. */
function takeGroup(left: Change[], right: Change[]) {
  const first = Math.min(left[0]?.from ?? Number.POSITIVE_INFINITY, right[0]?.from ?? Number.POSITIVE_INFINITY);
  const group = { from: first, to: first, left: [] as Change[], right: [] as Change[] };
  for (let hasGrown = true; hasGrown; ) {
    hasGrown = false;
    for (const [side, taken] of [
      [left, group.left],
      [right, group.right],
    ] as const)
      for (let next = side[0]; next && next.from <= group.to; next = side[0]) {
        // Beside a change of the same side there is always an unchanged line.
        if (next.from === group.to && next.from > group.from && taken === lastTaken(group)) break;
        side.shift();
        taken.push(next);
        group.to = Math.max(group.to, next.to);
        hasGrown = true;
      }
  }
  return group;
}

const lastTaken = ({ left, right }: { left: Change[]; right: Change[] }) =>
  right.length === 0 ? left : left.length === 0 ? right : undefined;

function applied(base: readonly string[], { from, to }: { from: number; to: number }, changes: readonly Change[]) {
  const lines: string[] = [];
  let at = from;
  for (const change of changes) {
    lines.push(...base.slice(at, change.from), ...change.lines);
    at = change.to;
  }
  return [...lines, ...base.slice(at, to)];
}

const sameLines = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((line, index) => line === other[index]);
