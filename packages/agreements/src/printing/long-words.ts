import { widthInEms } from './font-metrics.ts';
import type { TextRun } from './text-run.ts';

/** The width of a line and the font size, in points. */
export interface Line {
  width: number;
  size: number;
  /** Of an image in it. */
  maxHeight?: number;
}

/** Zero-width space: an invisible break opportunity. */
export const BREAK = '\u200b';

/** Lines break at spaces and between Chinese, Japanese and Korean characters without help. */
const BREAKS_BY_ITSELF =
  /[ \n\u{200b}\u{3000}-\u{30ff}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const CLINGS = /\p{M}|\u{200c}|\u{200d}|\u{2060}/u;
/**
 * Joiners, and the signs that tie a consonant to the next in the scripts of India and its
 * neighbours.
 */
const HOLDS_THE_NEXT =
  /[\u{200d}\u{2060}\u{94d}\u{9cd}\u{a4d}\u{acd}\u{b4d}\u{bcd}\u{c4d}\u{ccd}\u{d4d}\u{dca}\u{1039}\u{17d2}]/u;

/**
 * Adds break opportunities to words wider than a line. Words that fit are never broken. Widths are
 * those of single letters in their widest face, so pieces are rather too short than too long.
 */
export function breakLongWords(runs: readonly TextRun[], { width, size }: Line): TextRun[] {
  const room = width / size;
  let used = 0;
  let before = '';
  return runs.map((run) => {
    if (run.field || run.image) {
      used = 0;
      before = '';
      return run;
    }
    const style = run.isCode ? 'code' : 'text';
    let text = '';
    for (const character of run.text) {
      if (BREAKS_BY_ITSELF.test(character)) used = 0;
      else {
        const takes = widthInEms(character.codePointAt(0) ?? 0, style);
        const isFull = used + takes > room && used > 0;
        if (isFull && !CLINGS.test(character) && !HOLDS_THE_NEXT.test(before)) {
          text += BREAK;
          used = 0;
        }
        used += takes;
      }
      text += character;
      before = character;
    }
    return { ...run, text };
  });
}
