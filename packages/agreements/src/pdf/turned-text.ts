import { PDFDict, PDFName } from '@cantoo/pdf-lib';
import type { Turn } from './overlay.ts';
import { type Box, geometryOf, type Size } from './page-geometry.ts';
import { numberIn, type Widget } from './widgets.ts';

const quarter = (degrees: number) => (((degrees % 360) + 360) % 360) as 0 | Turn;

/** How far a form turns the text of a widget on its page, counterclockwise. */
export function declaredTurn({ dict }: Widget): 0 | Turn {
  const look = dict.lookup(PDFName.of('MK'));
  const degrees = look instanceof PDFDict ? numberIn(look.lookup(PDFName.of('R'))) : 0;
  return degrees % 90 === 0 ? quarter(degrees) : 0;
}

/** The same as the page is seen, which viewers turn clockwise. */
export const seenTurn = (widget: Widget): 0 | Turn => quarter(declaredTurn(widget) - geometryOf(widget.page).rotation);

/** The size of a box as its text runs. */
export const sizeAlong = ({ width, height }: Size, turn: 0 | Turn): Size =>
  turn % 180 === 0 ? { width, height } : { width: height, height: width };

/** A part of a box in which text is turned, given from the corner where the text begins. */
export function partOf(box: Box, turn: 0 | Turn, { x, y, width, height }: Box): Box {
  const { x: left, y: top } = box;
  const [right, bottom] = [left + box.width, top + box.height];
  if (turn === 90) return { x: left + y, y: bottom - x - width, width: height, height: width };
  if (turn === 180) return { x: right - x - width, y: bottom - y - height, width, height };
  if (turn === 270) return { x: right - y - height, y: top + x, width: height, height: width };
  return { x: left + x, y: top + y, width, height };
}
