import { UPLOAD_PAGES } from '../limits.ts';
import { uncoveredIn } from './coverage.ts';
import { isRightToLeft, withoutEmbeddings } from './direction.ts';
import { BREAK, breakLongWords } from './long-words.ts';
import { filesOf, namesOf, neededFamilies, rightToLeftOrder } from './needed-families.ts';
import { CAPITALS, OVERLAY_PADDING, OVERLAY_PITCH, type OverlayPage, type OverlayText } from './overlay-text.ts';
import { readable } from './text-layer/readable.ts';
import { OVERLAY_PROGRAM } from './typst/overlay-program.ts';
import { typeset } from './typst/typesetting.ts';

export type { OverlayPage, OverlayText };
export { uncoveredIn };

/**
 * Prints values in any script, shaped and in the right order, on transparent pages of the given
 * sizes, to be drawn over others. A single line is centred vertically in its box and may run beyond
 * its right edge; several lines begin at the top and are cut at the bottom. Characters without a
 * font must already be rejected.
 */
export async function printOverlay(pages: readonly OverlayPage[]): Promise<Uint8Array> {
  const texts = pages.flatMap((page) => page.texts.map(({ text }) => text));
  if (uncoveredIn(texts.join('\n')).length > 0) throw new Error('A value was to be printed that no font covers.');

  const families = neededFamilies(texts.join(' '));
  const sheets = pages.map((page) => ({ ...page, texts: page.texts.flatMap(placed) }));
  const document = await typeset({
    program: OVERLAY_PROGRAM,
    data: JSON.stringify({
      families: namesOf(families),
      rtlFamilies: namesOf(rightToLeftOrder(families)),
      pages: sheets,
    }),
    fonts: filesOf(families),
    mostPages: UPLOAD_PAGES,
  });
  if (document === 'too_long') throw new Error('The values took too long to print.');
  if (document.pageCount !== pages.length) throw new Error('The values are on other pages than they should be.');
  return readable(document.pdf, texts.join(' '));
}

/** Where the first line begins, and the pieces to print from there. */
function placed(value: OverlayText) {
  const { fontSize, multiline, turn = 0 } = value;
  const { alignment = 'left', color = '#000000' } = value;
  const isSideways = turn % 180 !== 0;
  const [across, height] = isSideways ? [value.height, value.width] : [value.width, value.height];
  const share = multiline ? OVERLAY_PITCH * fontSize : height;
  const lines = multiline ? Math.floor(height / share + 1e-6) : 1;
  if (lines === 0) return [];
  const width = across - OVERLAY_PADDING;
  return [
    {
      fontSize,
      multiline,
      lines,
      width,
      alignment,
      color,
      isRtl: isRightToLeft(value.text),
      turn,
      // The corner of the box at which its text begins.
      left: value.x + (turn === 180 || turn === 270 ? value.width : 0),
      top: value.y + (turn === 90 || turn === 180 ? value.height : 0),
      x: OVERLAY_PADDING,
      y: (share - CAPITALS * fontSize) / 2,
      pieces: piecesOf(value, width),
    },
  ];
}

const LINE_END = /\r\n?|[\n\u{85}\u{2028}\u{2029}]/gu;
/**
 * Break opportunities: after a space, before a new line, and after characters of scripts without
 * spaces.
 */
const BETWEEN_PIECES = new RegExp(
  `(?<=[ ${BREAK}])|(?=\\n)|(?<=[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}])`,
  'u',
);

/** The parts of a text between which a line may break. */
function piecesOf({ text, fontSize, multiline }: OverlayText, width: number): string[] {
  const plain = withoutEmbeddings(text).replace(/\t/g, ' ');
  if (!multiline) return [plain.replace(LINE_END, ' ')];
  const runs = [{ text: plain.replace(LINE_END, '\n') }];
  return breakLongWords(runs, { width, size: fontSize }).flatMap((run) => run.text.split(BETWEEN_PIECES));
}
