import type { ImageSize } from './png.ts';

/**
 * Frame types that PDF viewers support: baseline and progressive, but not lossless or arithmetic.
 */
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);
/** Includes 0xc8 and 0xcc, which are not frames but which the stamping library reads as such. */
const OTHER_FRAMES = new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf]);
const START_OF_SCAN = 0xda;
const COMPONENTS = [1, 3];

/** The size of a JPEG with one frame, a scan and an end marker. */
export function jpegSize(content: Buffer): ImageSize | undefined {
  if (content.length < 12) return undefined;
  if (content.readUInt16BE(0) !== 0xffd8 || content.readUInt16BE(content.length - 2) !== 0xffd9) return undefined;
  let size: ImageSize | undefined;
  for (let at = 2; at + 4 <= content.length; ) {
    if (content[at] !== 0xff) return undefined;
    const marker = content[at + 1] ?? 0;
    if (marker === START_OF_SCAN) return size;
    if (OTHER_FRAMES.has(marker)) return undefined;
    if (FRAMES.has(marker)) {
      const isSecond = size !== undefined;
      size = frameSize(content, at);
      if (isSecond || !size) return undefined;
    }
    at += 2 + content.readUInt16BE(at + 2);
  }
  return undefined;
}

function frameSize(content: Buffer, at: number): ImageSize | undefined {
  if (at + 10 > content.length) return undefined;
  const [height, width] = [content.readUInt16BE(at + 5), content.readUInt16BE(at + 7)];
  const isShown = content[at + 4] === 8 && COMPONENTS.includes(content[at + 9] ?? 0);
  return isShown && width > 0 && height > 0 ? { width, height } : undefined;
}
