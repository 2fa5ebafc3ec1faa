import { sentinelOf } from './sentinels.ts';
import { lastAtOrBelow } from './sorted.ts';

/** A value where a document prints it. */
export interface PrintedValue {
  text: string;
  /** Where in the source its variable stands. */
  at: number;
}

/** Text of the source, or the sentinel of a value, as it came into the rendered text. */
interface Piece {
  at: number;
  length: number;
  around: Around;
  isValue: boolean;
}

/** What stands around a piece of text. */
export interface Around {
  /** How many conditions and loops. */
  depth: number;
  /** The passes through the loops, from the outermost in: `40:0` is the first of the loop at offset 40. */
  passes: readonly string[];
}

/** Markdown with sentinels for the values, and the way back from it to the source. */
export interface RenderedText {
  text: string;
  values: readonly PrintedValue[];
  /** Where in the source something of the text comes from. */
  sourceOf: (offset: number) => number;
  /** Whether a part of the text stands in the source just so, and under how many conditions. */
  wholePiece: (from: number, to: number) => Around | undefined;
  /** The same of a part that may hold values, and no condition or loop. */
  piecesWithValues: (from: number, to: number) => Around | undefined;
}

export interface RenderedTextBuilder {
  addText: (text: string, at: number, around: Around) => void;
  addValue: (text: string, at: number, around: Around) => void;
  finish: () => RenderedText;
}

export function buildRenderedText(): RenderedTextBuilder {
  const texts: string[] = [];
  const starts: number[] = [];
  const pieces: Piece[] = [];
  const values: PrintedValue[] = [];
  let length = 0;

  const add = (text: string, piece: Omit<Piece, 'length'>) => {
    if (text === '') return;
    texts.push(text);
    starts.push(length);
    pieces.push({ ...piece, length: text.length });
    length += text.length;
  };
  const locate = (offset: number) => {
    const index = lastAtOrBelow(starts, offset);
    return { start: starts[index] ?? 0, piece: pieces[index], index };
  };

  return {
    addText: (text, at, around) => add(text, { at, around, isValue: false }),
    addValue: (text, at, around) => {
      add(sentinelOf(values.length), { at, around, isValue: true });
      values.push({ text, at });
    },
    finish: () => ({
      text: texts.join(''),
      values,
      sourceOf: (offset) => {
        const { start, piece } = locate(offset);
        return (piece?.at ?? 0) + (piece?.isValue ? 0 : offset - start);
      },
      wholePiece: (from, to) => {
        const { start, piece } = locate(from);
        const isWhole = piece && !piece.isValue && to <= start + piece.length;
        return isWhole ? piece.around : undefined;
      },
      piecesWithValues: (from, to) => {
        const parts = pieces.slice(locate(from).index, locate(to - 1).index + 1);
        const around = parts[0]?.around;
        // A tag between two pieces of text leaves nothing but the seam.
        const isSeamless = parts.every(
          (part, index) =>
            part.around.depth === around?.depth &&
            (index === 0 || part.isValue || parts[index - 1]?.isValue),
        );
        return isSeamless ? around : undefined;
      },
    }),
  };
}
