/**
 * Ranges of code points encoded as a line of text: the value of each, its length and its distance
 * from the previous range, in base 36. A length of one and a distance of zero are omitted. Tens of
 * thousands of characters take a few kilobytes and are decoded in a millisecond.
 */
export interface ValuedRange {
  first: number;
  last: number;
  value: number;
}

const BASE = 36;

export function packRanges(ranges: readonly ValuedRange[]): string {
  let end = 0;
  return ranges
    .map(({ first, last, value }) => {
      const gap = first - end;
      const length = last - first + 1;
      end = last + 1;
      const numbers = gap > 0 ? [value, length, gap] : length > 1 ? [value, length] : [value];
      return numbers.map((number) => number.toString(BASE)).join(' ');
    })
    .join(',');
}

export function unpackRanges(packed: string): ValuedRange[] {
  let end = 0;
  return packed.split(',').map((range) => {
    const [value = 0, length = 1, gap = 0] = range.split(' ').map((part) => parseInt(part, BASE));
    const first = end + gap;
    end = first + length;
    return { first, last: end - 1, value };
  });
}

/**
 * The value of the range that contains a code point (binary search), or undefined. The ranges are
 * sorted.
 */
export function valueAt(ranges: readonly ValuedRange[], codePoint: number): number | undefined {
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle];
    if (!range) return undefined;
    if (codePoint < range.first) high = middle - 1;
    else if (codePoint > range.last) low = middle + 1;
    else return range.value;
  }
  return undefined;
}

/** Merges adjacent code points of the same value into one range. */
export function rangesOf(values: ReadonlyMap<number, number>): ValuedRange[] {
  const ranges: ValuedRange[] = [];
  for (const [codePoint, value] of [...values].sort(([a], [b]) => a - b)) {
    const last = ranges.at(-1);
    if (last && last.last === codePoint - 1 && last.value === value) last.last = codePoint;
    else ranges.push({ first: codePoint, last: codePoint, value });
  }
  return ranges;
}
