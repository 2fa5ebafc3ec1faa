import { drawingOn } from '../dom.ts';
import { canvasOf } from './picture.ts';

/**
 * Paper in a photograph is grey, and darker where there is less light. So the brightness of paper
 * is measured per tile as the lightest value around it, and ink is what is much darker.
 */
const PIECES = 32;
/** A blot may fill a tile; paper is found within this many tiles. */
const REACH = 2;
const DARKER = 0.72;
/** Edges of strokes, between paper and ink, become semi-transparent. */
const EDGE = 0.15;

/** The ink on a transparent background. */
export function withoutPaper(source: HTMLCanvasElement): HTMLCanvasElement {
  const { width, height } = source;
  const image = drawingOn(source).getImageData(0, 0, width, height);
  const paper = paperBehind(image);
  for (let at = 0; at < image.data.length; at += 4) {
    const lightness = lightnessAt(image.data, at) / Math.max(1, paper.data[at] ?? 1);
    const ink = Math.min(1, Math.max(0, (DARKER - lightness) / EDGE));
    image.data[at + 3] = (image.data[at + 3] ?? 0) * ink;
  }
  const target = canvasOf(width, height);
  drawingOn(target).putImageData(image, 0, 0);
  return target;
}

/** Brightness of the paper behind each pixel: a few measured tiles, scaled up with smoothing. */
function paperBehind({ data, width, height }: ImageData): ImageData {
  const side = Math.max(1, Math.ceil(Math.max(width, height) / PIECES));
  const [columns, rows] = [Math.ceil(width / side), Math.ceil(height / side)];
  const lightest = new Uint8ClampedArray(columns * rows);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const piece = Math.floor(y / side) * columns + Math.floor(x / side);
      const lightness = lightnessAt(data, (y * width + x) * 4);
      if (lightness > (lightest[piece] ?? 0)) lightest[piece] = lightness;
    }

  const small = canvasOf(columns, rows);
  const pieces = new ImageData(columns, rows);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const paper = lightestAround(lightest, { column, row, columns, rows });
      pieces.data.set([paper, paper, paper, 255], (row * columns + column) * 4);
    }
  drawingOn(small).putImageData(pieces, 0, 0);
  const large = drawingOn(canvasOf(columns * side, rows * side));
  large.drawImage(small, 0, 0, columns * side, rows * side);
  return large.getImageData(0, 0, width, height);
}

interface Piece {
  column: number;
  row: number;
  columns: number;
  rows: number;
}

function lightestAround(lightest: Uint8ClampedArray, { column, row, columns, rows }: Piece) {
  let found = 0;
  for (let y = Math.max(0, row - REACH); y <= Math.min(rows - 1, row + REACH); y += 1)
    for (let x = Math.max(0, column - REACH); x <= Math.min(columns - 1, column + REACH); x += 1)
      found = Math.max(found, lightest[y * columns + x] ?? 0);
  return found;
}

/** Transparent pixels count as white. */
function lightnessAt(data: Uint8ClampedArray, at: number): number {
  const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4);
  return 255 - (alpha / 255) * (255 - (red + green + blue) / 3);
}
