import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '#test/support/soak.ts';
import { compareLines } from '../../console/parts/compare-lines.ts';
import { type MergePart, mergeTexts } from '../../console/parts/merge-texts.ts';

const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', ''), { maxLength: 14 });
const settled = (parts: readonly MergePart[]) =>
  parts.flatMap((part) => ('lines' in part ? part.lines : ['<conflict>']));

describe('comparing lines', () => {
  test('gives back both texts, and equal parts are equal', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const parts = compareLines(before, after);
        expect(parts.flatMap(({ was }) => was)).toEqual(before);
        expect(parts.flatMap(({ now }) => now)).toEqual(after);
        for (const { isSame, was, now } of parts) if (isSame) expect(was).toEqual(now);
      }),
      runs(300),
    );
  });

  test('finds the fewest changes', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const changed = compareLines(before, after)
          .filter(({ isSame }) => !isSame)
          .reduce((sum, { was, now }) => sum + was.length + now.length, 0);
        expect(changed).toBe(before.length + after.length - 2 * commonLength(before, after));
      }),
      runs(300),
    );
  });

  test('answers for texts that share almost nothing', () => {
    const before = Array.from({ length: 3_000 }, (_, index) => `before ${index}`);
    const after = Array.from({ length: 3_000 }, (_, index) => `after ${index}`);
    expect(compareLines(before, after)).toEqual([{ isSame: false, was: before, now: after }]);
  });
});

describe('merging texts', () => {
  test('with one side unchanged is the other side', () => {
    fc.assert(
      fc.property(text, text, (base, changed) => {
        expect(settled(mergeTexts(base, { mine: base, theirs: changed }))).toEqual(changed);
        expect(settled(mergeTexts(base, { mine: changed, theirs: base }))).toEqual(changed);
        expect(settled(mergeTexts(base, { mine: changed, theirs: changed }))).toEqual(changed);
      }),
      runs(300),
    );
  });

  test('never loses a line that one side added: it is settled or in a conflict', () => {
    fc.assert(
      fc.property(text, text, text, (base, mine, theirs) => {
        const marked = mine.map((line) => (base.includes(line) ? line : `mine ${line}`));
        const others = theirs.map((line) => (base.includes(line) ? line : `theirs ${line}`));
        const parts = mergeTexts(base, { mine: marked, theirs: others });
        const found = parts.flatMap((part) => ('lines' in part ? part.lines : [...part.mine, ...part.theirs]));
        for (const line of [...marked, ...others].filter((one) => / /.test(one))) expect(found).toContain(line);
      }),
      runs(300),
    );
  });

  test('joins changes of different places and shows those of the same place', () => {
    const base = ['one', 'two', 'three', 'four', 'five'];
    expect(
      settled(mergeTexts(base, { mine: ['ONE', ...base.slice(1)], theirs: [...base.slice(0, 4), 'FIVE'] })),
    ).toEqual(['ONE', 'two', 'three', 'four', 'FIVE']);
    expect(
      mergeTexts(base, {
        mine: ['one', 'mine', 'three', 'four', 'five'],
        theirs: ['one', 'theirs', 'three', 'four', 'five', 'six'],
      }),
    ).toEqual([
      { lines: ['one'] },
      { base: ['two'], mine: ['mine'], theirs: ['theirs'] },
      { lines: ['three', 'four', 'five', 'six'] },
    ]);
  });
});

/** The longest common subsequence, by the table. */
function commonLength(one: readonly string[], other: readonly string[]): number {
  const table = Array.from({ length: one.length + 1 }, () => Array<number>(other.length + 1).fill(0));
  for (let row = 1; row <= one.length; row += 1)
    for (let column = 1; column <= other.length; column += 1) {
      const cells = table[row] as number[];
      const above = table[row - 1] as number[];
      cells[column] =
        one[row - 1] === other[column - 1]
          ? (above[column - 1] ?? 0) + 1
          : Math.max(above[column] ?? 0, cells[column - 1] ?? 0);
    }
  return table[one.length]?.[other.length] ?? 0;
}
