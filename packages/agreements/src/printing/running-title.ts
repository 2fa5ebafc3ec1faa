import { uncoveredIn } from './coverage.ts';
import { isRightToLeft, withoutEmbeddings } from './direction.ts';
import { widthInEms } from './font-metrics.ts';
import { HEADER_SIZE, textWidthOf } from './page.ts';
import type { PageSize } from './printer.ts';

export interface RunningTitle {
  text: string;
  isRtl: boolean;
}

/**
 * The title in the header of every page but the first: on one line, without unsupported characters.
 */
export function runningTitle(title: string, pageSize: PageSize): RunningTitle {
  const plain = withoutEmbeddings(title.toWellFormed()).replace(/\s+/gu, ' ').trim();
  const missing = new Set(uncoveredIn(plain));
  const letters = [...new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(plain)]
    .map(({ segment }) => segment)
    .filter((letter) => !missing.has(letter) && ![...letter].some((one) => missing.has(one)));
  return {
    text: shortened(letters, textWidthOf(pageSize) / HEADER_SIZE),
    isRtl: isRightToLeft(plain),
  };
}

const ELLIPSIS = '…';

function shortened(letters: readonly string[], room: number): string {
  const widths = letters.map((letter) =>
    [...letter].reduce((sum, one) => sum + widthInEms(one.codePointAt(0) ?? 0, 'text'), 0),
  );
  if (widths.reduce((sum, one) => sum + one, 0) <= room) return letters.join('').trim();
  let used = 1;
  const kept = letters.filter((_, index) => {
    used += widths[index] ?? 0;
    return used <= room;
  });
  return `${kept.join('').trimEnd()}${ELLIPSIS}`;
}
