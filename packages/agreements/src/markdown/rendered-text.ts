import { sentinelOf } from './sentinels.ts';
import { lastAtOrBelow } from './sorted.ts';

/** A value at the place where it is printed. */
export interface PrintedValue {
  text: string;
  /** Offset of its variable in the source. */
  at: number;
}

/** Source text or the sentinel of a value, as part of the rendered text. */
interface Piece {
  at: number;
  length: number;
  around: Around;
  isValue: boolean;
}

/** The context of a piece of text. */
export interface Around {
  /** Number of enclosing conditions and loops. */
  depth: number;
  /**
   * Iterations of the enclosing loops, outermost first: `40:0` is the first of the loop at offset
   * 40.
   */
  passes: readonly string[];
}

/** Markdown with sentinels for the values, mapped back to the source. */
export interface RenderedText {
  text: string;
  values: readonly PrintedValue[];
  /** The source offset of an offset in the text. */
  sourceOf: (offset: number) => number;
  /** The context of a range that is literal text of the source; undefined if it is not. */
  wholePiece: (from: number, to: number) => Around | undefined;
  /** The same for a range that may contain values, but no condition or loop. */
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
        // Two adjacent text pieces without a value between them were separated by a tag.
        const isSeamless = parts.every(
          (part, index) =>
            part.around.depth === around?.depth && (index === 0 || part.isValue || parts[index - 1]?.isValue),
        );
        return isSeamless ? around : undefined;
      },
    }),
  };
}
