import { SIGNATURE_IMAGE_PIXELS, SIGNATURE_IMAGE_SIDE_PIXELS } from '@assay/agreements';
import { decodeImage } from './decode-image.ts';
import { jpegSize } from './jpeg.ts';
import { pngSize } from './png.ts';
import { stillPicture } from './png-chunks.ts';
import { hasVisibleInk } from './visible-ink.ts';

export type PictureFormat = 'png' | 'jpg';

/** The picture as it is stored, without animation and metadata, or why it is rejected. */
export type InspectedPicture = { content: Uint8Array } | { problem: string };

/**
 * Rejects every picture that would fail or be invisible when the document is stamped. Unpacks an
 * untrusted file: call it in the guarded thread only.
 */
export function inspectPicture(sent: Buffer, format: PictureFormat): InspectedPicture {
  const content = format === 'png' ? stillPicture(sent) : sent;
  if (!content) return { problem: DAMAGED };
  const size = format === 'png' ? pngSize(content, fitsInLimits) : jpegSize(content);
  if (!size) return { problem: DAMAGED };
  if (!fitsInLimits(size)) return { problem: TOO_MANY_PIXELS };
  const pixels = decodeImage(content, format);
  if (!pixels) return { problem: DAMAGED };
  return hasVisibleInk(pixels) ? { content } : { problem: BLANK };
}

const fitsInLimits = ({ width, height }: { width: number; height: number }) =>
  Math.max(width, height) <= SIGNATURE_IMAGE_SIDE_PIXELS && width * height <= SIGNATURE_IMAGE_PIXELS;

const DAMAGED = 'The image is damaged or has an unsupported format.';
const TOO_MANY_PIXELS =
  `An image may be at most ${SIGNATURE_IMAGE_SIDE_PIXELS} pixels wide and high, and have at most ` +
  `${SIGNATURE_IMAGE_PIXELS} pixels. Send a smaller image.`;
export const BLANK =
  'The image shows no signature: it is blank, has a single colour, or is too faint for print. Use dark ink ' +
  'on a light or transparent background.';
