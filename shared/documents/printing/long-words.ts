import { widthInEms } from './font-metrics.ts';
import type { Run } from './runs.ts';

/** What text is set in: how wide a line can be, and the size of the letters, in points. */
export interface Line {
  width: number;
  size: number;
}

/** Where a printer may break a line without showing anything. */
export const BREAK = '\u200b';

/** Lines break by themselves around spaces and between the characters of Chinese, Japanese and Korean. */
const BREAKS_BY_ITSELF =
  /[ \n\u{200b}\u{3000}-\u{30ff}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const CLINGS = /\p{M}|\u{200c}|\u{200d}|\u{2060}/u;
/** Joiners, and the signs by which the scripts of India and its neighbours tie a consonant to the next. */
const HOLDS_THE_NEXT =
  /[\u{200d}\u{2060}\u{94d}\u{9cd}\u{a4d}\u{acd}\u{b4d}\u{bcd}\u{c4d}\u{ccd}\u{d4d}\u{dca}\u{1039}\u{17d2}]/u;

/**
 * A word wider than a line gets a place to break wherever a line is full. Everything else is left as it is:
 * a word that fits is never torn. Widths are those of letters by themselves in their widest face, so a piece
 * is rather too short than too long.
 */
export function breakLongWords(runs: readonly Run[], { width, size }: Line): Run[] {
  const room = width / size;
  let used = 0;
  let before = '';
  return runs.map((run) => {
    if (run.field) {
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
