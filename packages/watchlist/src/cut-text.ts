const ELLIPSIS = '…';
const characters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The maximum length of a grapheme cluster; longer ones are cut. */
const LONGEST_CHARACTER = 64;

/**
 * Cuts a text to at most `max` UTF-16 units, between characters, with an ellipsis if something is
 * left out.
 */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const room = max - ELLIPSIS.length;
  const tailStart = Math.max(0, room - LONGEST_CHARACTER);
  // Segmenting the tail alone keeps the cost independent of the length of the text.
  const tail = text.slice(tailStart, room + LONGEST_CHARACTER).toWellFormed();
  const end = endOfWhole(tail, room - tailStart);
  return text.slice(0, tailStart + end).trimEnd() + ELLIPSIS;
}

/** The end of the last character that ends within the room; the room itself where none does. */
function endOfWhole(tail: string, room: number): number {
  const { index = room } = characters.segment(tail).containing(room) ?? {};
  if (index > 0) return index;
  const isWithinPair = /[\ud800-\udbff]$/.test(tail.slice(0, room));
  return isWithinPair ? room - 1 : room;
}
