import { inflateSync } from 'node:zlib';
import { chunksOf } from './png-chunks.ts';

export interface ImageSize {
  width: number;
  height: number;
}

/** Samples per pixel, by the colour type in the header. */
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Allowed bits per sample, by colour type: other pictures would be stamped blank. */
const DEPTHS: Record<number, readonly number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
/** Adam7 passes: start and distance of the pixels of each. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** The size of an intact PNG: all checksums are right, and it has exactly the declared pixels. */
export function pngSize(content: Buffer, fitsInLimits: (size: ImageSize) => boolean): ImageSize | undefined {
  const chunks = chunksOf(content);
  const header = chunks?.find(({ type }) => type === 'IHDR')?.data;
  if (!chunks || header?.length !== 13 || chunks[0]?.type !== 'IHDR') return undefined;
  if (chunks.at(-1)?.type !== 'IEND') return undefined;

  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth = 0, colour = 0, packing = 0, filtering = 0, interlaced = 0] = header.subarray(8);
  const bitsPerPixel = depth * (CHANNELS[colour] ?? 0);
  if (width === 0 || height === 0 || !DEPTHS[colour]?.includes(depth)) return undefined;
  if (packing !== 0 || filtering !== 0 || interlaced > 1) return undefined;
  // Returned unchecked: the caller rejects sizes that are too large, and nothing has been unpacked
  // yet.
  if (!fitsInLimits({ width, height })) return { width, height };
  if (colour === 3 && !chunks.some(({ type }) => type === 'PLTE')) return undefined;

  const packed = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data);
  const expected = dataBytes({ width, height }, bitsPerPixel, interlaced === 1);
  return inflatedBytes(Buffer.concat(packed), expected) === expected ? { width, height } : undefined;
}

/** Every row begins with a filter byte. */
function dataBytes({ width, height }: ImageSize, bitsPerPixel: number, isInterlaced: boolean) {
  const bytesOf = (columns: number, rows: number) =>
    columns === 0 || rows === 0 ? 0 : rows * (1 + Math.ceil((columns * bitsPerPixel) / 8));
  if (!isInterlaced) return bytesOf(width, height);
  return PASSES.reduce(
    (bytes, [x, y, dx, dy]) => bytes + bytesOf(Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)),
    0,
  );
}

function inflatedBytes(packed: Buffer, expected: number): number | undefined {
  try {
    return inflateSync(packed, { maxOutputLength: expected + 1 }).length;
  } catch {
    return undefined;
  }
}
