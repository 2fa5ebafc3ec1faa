import { PNG } from 'pngjs';

export interface Region {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Comparison {
  /** Pixels of either picture that the other does not have nearby. */
  unmatched: number;
  /** Pixels that the values have changed, in either picture. */
  ink: number;
}

/** How far a colour may be from those around the same place: anti-aliasing and rounding stay below. */
const TOLERANCE = 64;
const CLEARLY_INK = 48;

/**
 * Compares two pictures pixel by pixel, given the same page without the values. A pixel is matched where each
 * of its colours lies between the least and the greatest of the pixels around the same place in the other
 * picture, at most so far away, give or take a quarter of the range. Browsers and PDF renderers place the same
 * outline a little apart and smooth it differently. A text that is larger, in another colour or elsewhere is
 * not matched.
 */
export function comparison(one: Buffer, other: Buffer, blank: Buffer, reach: number) {
  const [a, b, empty] = [one, other, blank].map((png) => PNG.sync.read(png));
  if (!a || !b || !empty || a.width !== b.width || a.height !== b.height)
    throw new Error('The pictures differ in size.');
  const marks = new Uint8Array(a.width * a.height);
  const isPaper = samePixels(a, b, empty);
  for (let y = 0; y < a.height; y += 1)
    for (let x = 0; x < a.width; x += 1) {
      if (isPaper(x, y)) continue;
      const isUnmatched = !isMatched(a, b, { x, y, reach }) || !isMatched(b, a, { x, y, reach });
      const hasInk = isInk(a, empty, x, y) || isInk(b, empty, x, y);
      marks[y * a.width + x] = (isUnmatched ? UNMATCHED : 0) | (hasInk ? INK : 0);
    }
  return ({ left, top, width, height }: Region): Comparison => {
    let [unmatched, ink] = [0, 0];
    for (let y = Math.max(0, top); y < Math.min(a.height, top + height); y += 1)
      for (let x = Math.max(0, left); x < Math.min(a.width, left + width); x += 1) {
        const mark = marks[y * a.width + x] ?? 0;
        if (mark & UNMATCHED) unmatched += 1;
        if (mark & INK) ink += 1;
      }
    return { unmatched, ink };
  };
}

const UNMATCHED = 1;
const INK = 2;

/** Most of a page is the same paper in all pictures, which is neither ink nor unmatched. */
function samePixels(a: PNG, b: PNG, empty: PNG) {
  const [ofA, ofB, ofEmpty] = [a, b, empty].map(
    ({ data }) => new Uint32Array(data.buffer, data.byteOffset, data.length / 4),
  );
  const isSameSize = empty.width === a.width;
  return (x: number, y: number) => {
    const index = y * a.width + x;
    return isSameSize && ofA?.[index] === ofB?.[index] && ofA?.[index] === ofEmpty?.[index];
  };
}

function isMatched(a: PNG, b: PNG, { x, y, reach }: { x: number; y: number; reach: number }): boolean {
  for (let channel = 0; channel < 3; channel += 1) {
    const value = at(a, x, y, channel);
    if (Math.abs(value - at(b, x, y, channel)) <= TOLERANCE) continue;
    let [least, most] = [255, 0];
    for (let dy = -reach; dy <= reach; dy += 1)
      for (let dx = -reach; dx <= reach; dx += 1) {
        const near = at(b, x + dx, y + dy, channel);
        least = Math.min(least, near);
        most = Math.max(most, near);
      }
    if (value < least - TOLERANCE || value > most + TOLERANCE) return false;
  }
  return true;
}

const isInk = (picture: PNG, blank: PNG, x: number, y: number) =>
  [0, 1, 2].some((channel) => Math.abs(at(picture, x, y, channel) - at(blank, x, y, channel)) > CLEARLY_INK);

const at = ({ data, width }: PNG, x: number, y: number, channel: number) => data[(y * width + x) * 4 + channel] ?? 255;
