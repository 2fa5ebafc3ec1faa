/** A piece of a text: unchanged, or what it is now and what it was. Either may be empty. */
export type Piece = string | { now: string; was: string };

/** Words, the spaces between them, and punctuation; `email.age_days` and `50,000` are one word each. */
export const wordsIn = (text: string): readonly string[] =>
  text.match(/\s+|[^\s.,:;()]+(?:[.,:][^\s.,:;()]+)*|[.,:;()]/g) ?? [];

export const isSpace = (text: string) => text.trim() === '';

/** The longest common words stay; the rest is what it is now beside what it was. */
export function compareWords(before: string, after: string): readonly Piece[] {
  const was = wordsIn(before);
  const now = wordsIn(after);
  const lengths = commonLengths(was, now);
  const pieces: Piece[] = [];
  let row = 0;
  let column = 0;
  while (row < was.length || column < now.length) {
    const old = was[row] ?? '';
    const word = now[column] ?? '';
    if (row < was.length && column < now.length && old === word) {
      join(pieces, word);
      row += 1;
      column += 1;
    } else if (column < now.length && (lengths[row]?.[column + 1] ?? 0) >= (lengths[row + 1]?.[column] ?? 0)) {
      join(pieces, { now: word, was: '' });
      column += 1;
    } else if (row < was.length) {
      join(pieces, { now: '', was: old });
      row += 1;
    } else {
      join(pieces, { now: word, was: '' });
      column += 1;
    }
  }
  return pieces;
}

/** How many words the rests of both have in common, for every pair of rests. */
function commonLengths(was: readonly string[], now: readonly string[]): number[][] {
  const lengths = Array.from({ length: was.length + 1 }, () => Array<number>(now.length + 1).fill(0));
  for (let row = was.length - 1; row >= 0; row -= 1)
    for (let column = now.length - 1; column >= 0; column -= 1) {
      const here = lengths[row];
      const below = lengths[row + 1];
      if (here && below)
        here[column] =
          was[row] === now[column] ? (below[column + 1] ?? 0) + 1 : Math.max(below[column] ?? 0, here[column + 1] ?? 0);
    }
  return lengths;
}

/** Adds a piece to its like. Spaces between two changes belong to both. */
function join(pieces: Piece[], piece: Piece): void {
  const last = pieces.at(-1);
  if (typeof piece === 'string') {
    if (typeof last === 'string') pieces[pieces.length - 1] = last + piece;
    else pieces.push(piece);
    return;
  }
  const before = pieces.at(-2);
  if (typeof last === 'string' && isSpace(last) && before && typeof before !== 'string') {
    pieces.splice(-2, 2, {
      now: before.now + last + piece.now,
      was: before.was + last + piece.was,
    });
  } else if (last && typeof last !== 'string')
    pieces[pieces.length - 1] = { now: last.now + piece.now, was: last.was + piece.was };
  else pieces.push(piece);
}
