import type { Field } from '../field.ts';
import { isDrawn, isTicked } from '../fields/field-types.ts';
import type { OverlayText } from './overlay.ts';
import type { Box, Size } from './page-geometry.ts';

/** A field to stamp: place and value. */
export type Stamp = Pick<
  Field,
  'fieldType' | 'pageNumber' | 'xPosition' | 'yPosition' | 'width' | 'height' | 'value' | 'multiline' | 'acroFieldName'
> & {
  /** The image of a signature or initials: PNG, JPEG, or the SVG of a typed one. */
  image: Uint8Array | null;
};

/** What a field draws on its page; boxes count from the top left of the visible page. */
export type Drawing =
  | { kind: 'text'; text: OverlayText }
  | { kind: 'cross'; box: Box }
  | { kind: 'image'; image: Uint8Array; box: Box };

/** A drawing and its page. */
export interface PlacedDrawing {
  /** Counts from 1. */
  pageNumber: number;
  drawing: Drawing;
}

const LARGEST_FONT_SIZE = 12;
const FONT_SIZE_OF_HEIGHT = 0.6;
const CROSS_OF_BOX = 0.6;

export const CHECKED = 'true';

/** What is drawn for a field; undefined if nothing is. */
export function drawingOf(stamp: Stamp, box = boxOf(stamp)): Drawing | undefined {
  const { value, image, multiline } = stamp;
  if (isDrawn(stamp)) return image ? { kind: 'image', image, box } : undefined;
  if (isTicked(stamp)) return value === CHECKED ? { kind: 'cross', box: crossIn(box) } : undefined;
  if (value === null || value === '') return undefined;
  return { kind: 'text', text: { text: value, ...box, fontSize: fontSizeIn(box), multiline } };
}

export const boxOf = ({ xPosition: x, yPosition: y, width, height }: Stamp): Box => ({ x, y, width, height });

export const fontSizeIn = ({ height }: Size) => Math.min(LARGEST_FONT_SIZE, height * FONT_SIZE_OF_HEIGHT);

const crossIn = (box: Box) => {
  const side = Math.min(box.width, box.height) * CROSS_OF_BOX;
  return centred({ width: side, height: side }, box);
};

/** The largest size that fits the box with the same proportions, centred. */
export function fitted(image: Size, box: Box): Box {
  const scale = Math.min(box.width / image.width, box.height / image.height);
  return centred({ width: image.width * scale, height: image.height * scale }, box);
}

const centred = ({ width, height }: Size, box: Box): Box => ({
  x: box.x + (box.width - width) / 2,
  y: box.y + (box.height - height) / 2,
  width,
  height,
});
