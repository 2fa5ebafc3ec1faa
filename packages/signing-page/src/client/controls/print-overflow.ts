import { drawingOn, make } from '../dom.ts';
import { say, strings } from '../strings.ts';

type FieldEntry = HTMLInputElement | HTMLTextAreaElement;

/**
 * Printed text does not scroll: of several lines those that fit are printed, and a single line
 * extends beyond its box. Returns a note if the value will not fit, otherwise null.
 */
export function overflowNote(entry: FieldEntry, box: { height: number; printSize: number }) {
  // A hidden input has no size; it is checked again when it is shown.
  if (entry.value === '' || entry.clientWidth === 0) return null;
  // A field of the form is drawn by the code that seals it, which knows what it had no room for.
  const cut = entry.closest<HTMLElement>('[data-cut]')?.dataset.cut;
  if (cut === 'width') return strings.tooLong;
  if (cut !== undefined) return cut === '' ? null : say(strings.linesPrinted, { count: Number(cut) });
  if (entry instanceof HTMLInputElement) return isTooWide(entry) ? strings.tooLong : null;
  // A form may declare a size larger than the box; the first line is still printed.
  const printed = Math.max(1, Math.floor(box.height / (LINE_PITCH * box.printSize) + ROUNDING));
  return linesIn(entry) > printed ? say(strings.linesPrinted, { count: printed }) : null;
}

/** Same as in the printer and the style sheet. */
const LINE_PITCH = 1.2;
const ROUNDING = 1e-6;

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
  measuring ??= pen();
  measuring.font = `${fontSize} ${fontFamily}`;
  const roomPx = entry.clientWidth - Number.parseFloat(paddingLeft);
  return measuring.measureText(entry.value).width > roomPx;
}
