import { PDFArray, type PDFDict, PDFName, PDFNumber, type PDFPage } from '@cantoo/pdf-lib';

/** A rectangle in points; the origin depends on the context. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Size {
  width: number;
  height: number;
}

/** `[a b c d e f]` of the PDF specification: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [number, number, number, number, number, number];

/** The visible part of a page in the page's own coordinates, and how viewers show it. */
export interface PageGeometry {
  visible: Box;
  /** Clockwise. */
  rotation: 0 | 90 | 180 | 270;
  /** Points per unit of the page. */
  userUnit: number;
}

/** About 350 metres. */
export const MOST_POINTS = 1_000_000;

const US_LETTER: Box = { x: 0, y: 0, width: 612, height: 792 };

export function geometryOf({ node }: PDFPage): PageGeometry {
  const inherited = (name: string) => node.getInheritableAttribute(PDFName.of(name));
  const mediaBox = boxFrom(node.context.lookup(inherited('MediaBox'))) ?? US_LETTER;
  const cropBox = boxFrom(node.context.lookup(inherited('CropBox')));
  return {
    visible: (cropBox && intersection(cropBox, mediaBox)) ?? mediaBox,
    rotation: rotationFrom(node.context.lookup(inherited('Rotate'))),
    userUnit: userUnitOf(node),
  };
}

/** The visible size of a page, in points. */
export function seenSize({ visible, rotation, userUnit }: PageGeometry): Size {
  const width = visible.width * userUnit;
  const height = visible.height * userUnit;
  return rotation % 180 === 0 ? { width, height } : { width: height, height: width };
}

/**
 * Maps visible coordinates to the page's own. Both count y upwards from the bottom left, as usual
 * in PDF.
 */
export function seenToPage({ visible, rotation, userUnit }: PageGeometry): Matrix {
  const unit = 1 / userUnit;
  const { x: left, y: bottom, width, height } = visible;
  const right = left + width;
  const top = bottom + height;
  const matrices: Record<PageGeometry['rotation'], Matrix> = {
    0: [unit, 0, 0, unit, left, bottom],
    90: [0, unit, -unit, 0, right, bottom],
    180: [-unit, 0, 0, -unit, right, top],
    270: [0, -unit, unit, 0, left, top],
  };
  return matrices[rotation];
}

/** The visible position of a rectangle in page coordinates, from the top left. */
export function seenBox(box: Box, geometry: PageGeometry): Box {
  const [a, b, c, d, e, f] = seenToPage(geometry);
  const determinant = a * d - b * c;
  const seen = (x: number, y: number) => ({
    x: (d * (x - e) - c * (y - f)) / determinant,
    y: (a * (y - f) - b * (x - e)) / determinant,
  });
  const one = seen(box.x, box.y);
  const other = seen(box.x + box.width, box.y + box.height);
  const top = Math.max(one.y, other.y);
  return {
    x: Math.min(one.x, other.x),
    y: seenSize(geometry).height - top,
    width: Math.abs(one.x - other.x),
    height: Math.abs(one.y - other.y),
  };
}

/** Four numbers with corners in any order; undefined if the rectangle is empty. */
export function boxFrom(value: unknown): Box | undefined {
  if (!(value instanceof PDFArray) || value.size() !== 4) return undefined;
  const numbers = [0, 1, 2, 3].map((index) => value.lookup(index));
  const [x0, y0, x1, y1] = numbers.map((one) => (one instanceof PDFNumber ? one.asNumber() : NaN));
  if (x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined) return undefined;
  const width = Math.abs(x1 - x0);
  const height = Math.abs(y1 - y0);
  if (!(width > 0 && height > 0)) return undefined;
  return { x: Math.min(x0, x1), y: Math.min(y0, y1), width, height };
}

function intersection(one: Box, other: Box): Box | undefined {
  const x = Math.max(one.x, other.x);
  const y = Math.max(one.y, other.y);
  const width = Math.min(one.x + one.width, other.x + other.width) - x;
  const height = Math.min(one.y + one.height, other.y + other.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}

function rotationFrom(value: unknown): PageGeometry['rotation'] {
  const degrees = value instanceof PDFNumber ? ((value.asNumber() % 360) + 360) % 360 : 0;
  return degrees === 90 || degrees === 180 || degrees === 270 ? degrees : 0;
}

function userUnitOf(node: PDFDict): number {
  const value = node.lookup(PDFName.of('UserUnit'));
  return value instanceof PDFNumber && value.asNumber() > 0 ? value.asNumber() : 1;
}
