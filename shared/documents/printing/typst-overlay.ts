import { UPLOAD_PAGES } from '../limits.ts';
import { uncoveredIn } from './coverage.ts';
import { isRightToLeft, withoutEmbeddings } from './direction.ts';
import { BREAK, breakLongWords } from './long-words.ts';
import { filesOf, namesOf, neededFamilies, rightToLeftOrder } from './needed-families.ts';
import {
  CAPITALS,
  OVERLAY_PADDING,
  OVERLAY_PITCH,
  type OverlayPage,
  type OverlayText,
} from './overlay-text.ts';
import { readable } from './text-layer/readable.ts';
import { OVERLAY_PROGRAM } from './typst/overlay-program.ts';
import { typeset } from './typst/typesetting.ts';

export type { OverlayPage, OverlayText };
export { uncoveredIn };

/**
 * Values in any script, shaped and in their right order, on transparent pages of the given sizes that are to
 * be laid over others. A single line stands in the middle of its box's height and runs on beyond its right
 * edge; several lines begin at the top and end where the box does. What no font has must have been refused.
 */
export async function printOverlay(pages: readonly OverlayPage[]): Promise<Uint8Array> {
  const texts = pages.flatMap((page) => page.texts.map(({ text }) => text));
  if (uncoveredIn(texts.join('\n')).length > 0)
    throw new Error('A value was to be printed that no font covers.');

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
  if (document.pageCount !== pages.length)
    throw new Error('The values are on other pages than they should be.');
  return readable(document.pdf, texts.join(' '));
}

/** Where the first capitals begin, and what there is to be set from there on. */
function placed(value: OverlayText) {
  const { x, y, height, fontSize, multiline } = value;
  const { alignment = 'left', color = '#000000' } = value;
  const share = multiline ? OVERLAY_PITCH * fontSize : height;
  const lines = multiline ? Math.floor(height / share + 1e-6) : 1;
  if (lines === 0) return [];
  const width = value.width - OVERLAY_PADDING;
  return [
    {
      ...{ fontSize, multiline, lines, width, alignment, color },
      isRtl: isRightToLeft(value.text),
      x: x + OVERLAY_PADDING,
      y: y + (share - CAPITALS * fontSize) / 2,
      pieces: piecesOf(value, width),
    },
  ];
}

const LINE_END = /\r\n?|[\n\u{85}\u{2028}\u{2029}]/gu;
/** After a space, before a new line, and after a character of those that are written without spaces. */
const BETWEEN_PIECES = new RegExp(
  `(?<=[ ${BREAK}])|(?=\\n)|(?<=[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}])`,
  'u',
);

/** The parts of a text between which a line may end. */
function piecesOf({ text, fontSize, multiline }: OverlayText, width: number): string[] {
  const plain = withoutEmbeddings(text).replace(/\t/g, ' ');
  if (!multiline) return [plain.replace(LINE_END, ' ')];
  const runs = [{ text: plain.replace(LINE_END, '\n') }];
  return breakLongWords(runs, { width, size: fontSize }).flatMap((run) =>
    run.text.split(BETWEEN_PIECES),
  );
}
