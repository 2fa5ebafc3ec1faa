import { drawingOn, make } from '../dom.ts';
import { say, strings } from '../strings.ts';

type FieldEntry = HTMLInputElement | HTMLTextAreaElement;

/**
 * Printed text does not scroll: of several lines those that fit are printed, and a single one runs on
 * beyond its box. A word about what will not be as it should; null where all is well.
 */
export function overflowNote(entry: FieldEntry, box: { height: number; printSize: number }) {
  // Out of sight it has no size, and is looked at again once it is shown.
  if (entry.value === '' || entry.clientWidth === 0) return null;
  // A form that leaves the size open makes it fit.
  if (entry.closest('[data-fitted]')) return null;
  if (entry instanceof HTMLInputElement) return isTooWide(entry) ? strings.tooLong : null;
  // A form may declare a size that leaves room for less than a line; the first is printed all the same.
  const printed = Math.max(1, Math.floor(box.height / (LINE_PITCH * box.printSize) + ROUNDING));
  return linesIn(entry) > printed ? say(strings.linesPrinted, { count: printed }) : null;
}

/** As the printer has it, and the style sheet. */
const LINE_PITCH = 1.2;
const ROUNDING = 1e-6;

/** How high a text is can be seen only where it has no room at all. */
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
