import { lastAtOrBelow, startsOfLines } from './sorted.ts';
import type { SourcePlace } from './tree.ts';

/** Maps offsets in the source, which all steps use, to lines and columns. */
export interface SourcePlaces {
  placeAt: (offset: number) => SourcePlace;
}

/** Editors add byte order marks and different line ends; neither changes a line or column. */
export const withPlainLineEnds = (source: string) => source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');

export function sourcePlaces(text: string): SourcePlaces {
  const lineStarts = startsOfLines(text);
  const pairsBefore = countPairs(text);
  const characters = (from: number, to: number) => to - from - ((pairsBefore[to] ?? 0) - (pairsBefore[from] ?? 0));

  return {
    placeAt: (offset) => {
      const index = lastAtOrBelow(lineStarts, offset);
      return { line: index + 1, column: characters(lineStarts[index] ?? 0, offset) + 1 };
    },
  };
}

/**
 * A character outside the basic plane is one column but two code units. Counted once for all
 * places.
 */
function countPairs(text: string): Uint32Array {
  const before = new Uint32Array(text.length + 1);
  for (let offset = 0; offset < text.length; offset++) {
    const isLowHalf = (text.charCodeAt(offset) & 0xfc00) === 0xdc00;
    before[offset + 1] = (before[offset] ?? 0) + (isLowHalf ? 1 : 0);
  }
  return before;
}
