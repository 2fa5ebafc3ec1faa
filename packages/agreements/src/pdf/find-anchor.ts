import type { TextPiece } from './read-texts.ts';

/** Where a text begins on a page: the left end of its baseline. */
export interface AnchorPlace {
  pageNumber: number;
  x: number;
  y: number;
}

/**
 * Every occurrence of a text in a file. White space is collapsed and includes line ends, because
 * files split text into arbitrary pieces.
 */
export function findAnchor(wanted: string, pages: readonly (readonly TextPiece[])[]): AnchorPlace[] {
  const sought = wanted.normalize('NFKC').trim().replace(/\s+/g, ' ');
  if (sought === '') return [];
  return pages.flatMap((pieces, index) => {
    const { text, starts } = joined(pieces);
    const found: AnchorPlace[] = [];
    for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length)) {
      const start = starts[at];
      if (start) found.push({ pageNumber: index + 1, ...start });
    }
    return found;
  });
}

/** The text of a page, with the position of each code unit. */
function joined(pieces: readonly TextPiece[]) {
  let text = '';
  const starts: { x: number; y: number }[] = [];
  const add = (character: string, place: { x: number; y: number }) => {
    if (/\s/.test(character)) {
      if (text === '' || text.endsWith(' ')) return;
      character = ' ';
    }
    text += character;
    for (let unit = 0; unit < character.length; unit += 1) starts.push(place);
  };
  for (const { text: own, x, y, width, isLineEnd } of pieces) {
    // Letters have no positions of their own; an even share of the piece's width is a good
    // estimate.
    const characters = [...own];
    for (const [index, character] of characters.entries())
      for (const one of character.normalize('NFKC')) add(one, { x: x + (width * index) / characters.length, y });
    if (isLineEnd) add(' ', { x: x + width, y });
  }
  return { text, starts };
}
