/** In ems of the table's font. */
export interface ColumnNeeds {
  word: number;
  line: number;
}

/** Lost to a border and to the browser's rounding. */
const SLACK = 1.5;

/** A long cell gets at most this multiple of an even share. */
const GREED = 3;

/**
 * Distributes a width as browsers do: every column gets its longest line if all fit, otherwise its
 * longest word and a share of the rest in proportion to what it lacks. If not even the words fit,
 * every column gives up the same fraction beyond an even share.
 */
export function columnWidths(
  needs: readonly ColumnNeeds[],
  fontSize: number,
  padding: number,
  width: number,
): number[] {
  const share = width / needs.length;
  const least = needs.map(({ word }) => word * fontSize + 2 * padding + SLACK);
  const most = needs.map(({ line }, column) =>
    Math.max(least[column] ?? 0, Math.min(line * fontSize + 2 * padding + SLACK, GREED * share)),
  );

  if (sum(most) <= width) return most.map((one) => one + (width - sum(most)) * (one / sum(most)));
  if (sum(least) <= width)
    return spread(
      least,
      least.map((one, column) => (most[column] ?? 0) - one),
      width,
    );

  const even = least.map((one) => Math.min(one, share));
  return spread(
    even,
    least.map((one, column) => one - (even[column] ?? 0)),
    width,
  );
}

/** Distributes the remaining width in proportion to the wishes. */
function spread(given: readonly number[], wishes: readonly number[], width: number): number[] {
  const left = width - sum(given);
  const wished = sum(wishes);
  return given.map((one, column) => one + (wished > 0 ? (left * (wishes[column] ?? 0)) / wished : left / given.length));
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
