import { SIGNATURE_IMAGE_BYTES } from '@assay/agreements/browser';
import { drawingOn, make } from '../dom.ts';

/** More than a printed page shows of a signature, and far below the limit of the service. */
const LONGEST_SIDE_PX = 1_600;
const MARGIN_PX = 6;
/** Darker or more opaque pixels are ink; paper and camera noise are not. */
const PAPER_LIGHTNESS = 225;
const PAPER_ALPHA = 20;

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const canvasOf = (width: number, height: number) =>
  make('canvas', { width: Math.max(1, Math.ceil(width)), height: Math.max(1, Math.ceil(height)) });

/** Cropped to the ink; undefined if there is none. */
export function trimmed(source: HTMLCanvasElement): HTMLCanvasElement | undefined {
  const ink = inkIn(drawingOn(source).getImageData(0, 0, source.width, source.height));
  if (!ink) return undefined;
  const target = canvasOf(ink.width + 2 * MARGIN_PX, ink.height + 2 * MARGIN_PX);
  drawingOn(target).drawImage(source, ink.x, ink.y, ink.width, ink.height, MARGIN_PX, MARGIN_PX, ink.width, ink.height);
  return target;
}

function inkIn({ data, width, height }: ImageData): Area | undefined {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if (!isInk(data, (y * width + x) * 4)) continue;
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    }
  if (right < 0) return undefined;
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

function isInk(data: Uint8ClampedArray, at: number): boolean {
  const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4);
  return alpha > PAPER_ALPHA && (red + green + blue) / 3 < PAPER_LIGHTNESS;
}

/** Scaled down to at most this size. */
export function fitted(
  source: CanvasImageSource & { width: number; height: number },
  longestSide = LONGEST_SIDE_PX,
): HTMLCanvasElement {
  const scale = Math.min(1, longestSide / Math.max(source.width, source.height));
  const target = canvasOf(source.width * scale, source.height * scale);
  const drawing = drawingOn(target);
  drawing.imageSmoothingQuality = 'high';
  drawing.drawImage(source, 0, 0, target.width, target.height);
  return target;
}

/** In the format of the service: a PNG, scaled down until it is small enough. */
export function dataUrlOf(source: HTMLCanvasElement): string {
  let canvas = fitted(source);
  let url = canvas.toDataURL('image/png');
  while (url.length > SIGNATURE_IMAGE_BYTES) {
    canvas = fitted(canvas, Math.max(canvas.width, canvas.height) * 0.7);
    url = canvas.toDataURL('image/png');
  }
  return url;
}
