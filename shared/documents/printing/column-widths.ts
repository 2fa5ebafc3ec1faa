/** In ems of the table's font. */
export interface ColumnNeeds {
  word: number;
  line: number;
}

/** What a border and the rounding of a browser may take from a column. */
const SLACK = 1.5;

/** A cell of many lines asks for no more than this many times an even share. */
const GREED = 3;

/**
 * Shares a width out as browsers do: every column its longest line if there is room for all, else its
 * longest word and a part of what is left according to how much more it has to say. Where not even the
 * words fit, each column gives up the same part beyond an even share.
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

/** What is left of the width goes to each in the measure of its wish. */
function spread(given: readonly number[], wishes: readonly number[], width: number): number[] {
  const left = width - sum(given);
  const wished = sum(wishes);
  return given.map(
    (one, column) =>
      one + (wished > 0 ? (left * (wishes[column] ?? 0)) / wished : left / given.length),
  );
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
