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
  /** How many conditions and loops stand around it. */
  depth: number;
  isValue: boolean;
}

/** Markdown with sentinels for the values, and the way back from it to the source. */
export interface RenderedText {
  text: string;
  values: readonly PrintedValue[];
  /** Where in the source something of the text comes from. */
  sourceOf: (offset: number) => number;
  /** Whether a part of the text stands in the source just so, and under how many conditions. */
  wholePiece: (from: number, to: number) => { depth: number } | undefined;
}

export interface RenderedTextBuilder {
  addText: (text: string, at: number, depth: number) => void;
  addValue: (text: string, at: number, depth: number) => void;
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
    return { start: starts[index] ?? 0, piece: pieces[index] };
  };

  return {
    addText: (text, at, depth) => add(text, { at, depth, isValue: false }),
    addValue: (text, at, depth) => {
      add(sentinelOf(values.length), { at, depth, isValue: true });
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
        return isWhole ? { depth: piece.depth } : undefined;
      },
    }),
  };
}
