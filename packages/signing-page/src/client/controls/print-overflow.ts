import { drawingOn, make } from '../dom.ts';
import { say, strings } from '../strings.ts';

type FieldEntry = HTMLInputElement | HTMLTextAreaElement;

/** In points. */
interface PrintedBox {
  width: number;
  height: number;
  printSize: number;
}

/**
 * Printed text does not scroll: of several lines those that fit are printed, and a single line
 * extends beyond its box. Returns a note if the value will not fit, otherwise null.
 */
export function overflowNote(entry: FieldEntry, box: PrintedBox) {
  // A hidden input has no size; it is checked again when it is shown.
  if (entry.value === '' || entry.clientWidth === 0) return null;
  // A field of the form is drawn by the code that seals it, which knows what it had no room for.
  const cut = entry.closest<HTMLElement>('[data-cut]')?.dataset.cut;
  if (cut === 'width') return strings.tooLong;
  if (cut !== undefined) return cut === '' ? null : say(strings.linesPrinted, { count: Number(cut) });
  const isInText = entry.closest('.flow') !== null;
  if (entry instanceof HTMLInputElement) {
    const isLong = isInText ? widthOf(entry.value, printFontOf(box)) > box.width - LEFT_POINTS : isTooWide(entry);
    return isLong ? strings.tooLong : null;
  }
  // A form may declare a size larger than the box; the first line is still printed.
  const printed = Math.max(1, Math.floor(box.height / (LINE_PITCH * box.printSize) + ROUNDING));
  return (isInText ? linesOnPaper(entry, box) : linesIn(entry)) > printed
    ? say(strings.linesPrinted, { count: printed })
    : null;
}

/** Same as in the printer and the style sheet. */
const LINE_PITCH = 1.2;
const ROUNDING = 1e-6;

/** Before the first letter of a printed value. */
const LEFT_POINTS = 4;
const printFontOf = ({ printSize }: PrintedBox) => `${printSize}px "Noto Sans", system-ui, sans-serif`;

/** In the text without pages an input is as wide as the screen, so its text is measured in a box of a pixel for each point. */
function linesOnPaper(entry: HTMLTextAreaElement, box: PrintedBox): number {
  const paper = make('textarea', { class: 'entry', 'aria-hidden': 'true', tabindex: -1, rows: 1 });
  Object.assign(paper.style, {
    position: 'fixed',
    visibility: 'hidden',
    width: `${box.width}px`,
    height: '0',
    minHeight: '0',
    padding: `0 0 0 ${LEFT_POINTS}px`,
    font: printFontOf(box),
    lineHeight: String(LINE_PITCH),
  });
  paper.value = entry.value;
  document.body.append(paper);
  const lines = Math.round(paper.scrollHeight / (LINE_PITCH * box.printSize));
  paper.remove();
  return lines;
}

/** The height of a text can only be measured in an input without height. */
function linesIn(entry: HTMLTextAreaElement): number {
  const { height } = entry.style;
  entry.style.height = '0';
  const textPx = entry.scrollHeight;
  entry.style.height = height;
  return Math.round(textPx / Number.parseFloat(getComputedStyle(entry).lineHeight));
}

const pen = () => drawingOn(make('canvas', { width: 1, height: 1 }));
let measuring: CanvasRenderingContext2D | undefined;

function isTooWide(entry: HTMLInputElement): boolean {
  const { fontSize, fontFamily, paddingLeft } = getComputedStyle(entry);
  const roomPx = entry.clientWidth - Number.parseFloat(paddingLeft);
  return widthOf(entry.value, `${fontSize} ${fontFamily}`) > roomPx;
}

function widthOf(text: string, font: string): number {
  measuring ??= pen();
  measuring.font = font;
  return measuring.measureText(text).width;
}
