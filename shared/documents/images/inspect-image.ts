import { SIGNATURE_IMAGE_PIXELS, SIGNATURE_IMAGE_SIDE_PIXELS } from '@assay/agreements';
import { cleanSvg } from '@assay/agreements/images';
import { decodeImage } from '../signing/decode-image.ts';
import { type ImageSize, pngSize } from '../signing/png.ts';
import { stillPicture } from '../signing/png-chunks.ts';

/** An image as it is stored, with its size in pixels, or why it is refused. */
export type InspectedImage = (ImageSize & { content: Uint8Array }) | { problem: string };

/** Unpacks an untrusted file: call it in the guarded thread only. */
export function inspectImage(sent: Buffer, format: 'png' | 'svg'): InspectedImage {
  return format === 'png' ? inspectPng(sent) : inspectSvg(sent);
}

function inspectPng(sent: Buffer): InspectedImage {
  const content = stillPicture(sent);
  const size = content && pngSize(content, fitsInLimits);
  if (!size) return { problem: DAMAGED };
  if (!fitsInLimits(size)) return { problem: TOO_MANY_PIXELS };
  return decodeImage(content, 'png') ? { content, ...size } : { problem: DAMAGED };
}

function inspectSvg(sent: Buffer): InspectedImage {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(sent);
  } catch {
    return { problem: 'The drawing is not UTF-8 text.' };
  }
  const cleaned = cleanSvg(text);
  if ('problem' in cleaned) return cleaned;
  const { svg, width, height } = cleaned;
  return { content: Buffer.from(svg), width, height };
}

const fitsInLimits = ({ width, height }: ImageSize) =>
  Math.max(width, height) <= SIGNATURE_IMAGE_SIDE_PIXELS && width * height <= SIGNATURE_IMAGE_PIXELS;

const DAMAGED = 'The PNG is damaged or has an unsupported format.';
const TOO_MANY_PIXELS =
  `A PNG may be at most ${SIGNATURE_IMAGE_SIDE_PIXELS} pixels wide and high, and have at most ` +
  `${SIGNATURE_IMAGE_PIXELS} pixels. Save it smaller.`;
