import { SIGNATURE_IMAGE_BYTES, SIGNATURE_IMAGE_PIXELS } from '@assay/agreements';
import { decodeImage } from './decode-image.ts';
import { jpegSize } from './jpeg.ts';
import { pngSize } from './png.ts';
import { stillPicture } from './png-chunks.ts';
import { hasVisibleInk } from './visible-ink.ts';

export interface SignatureImage {
  content: Uint8Array;
  extension: 'png' | 'jpg';
}

const DATA_URL = /^data:image\/(png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/;

/**
 * Checks the image of a signature. Rejects everything that would fail or be invisible when the
 * document is stamped.
 */
export function parseSignatureImage(dataUrl: string): SignatureImage | { problem: string } {
  if (dataUrl.length > SIGNATURE_IMAGE_BYTES * 1.4) return { problem: TOO_LARGE };
  const [, type, base64 = ''] = DATA_URL.exec(dataUrl) ?? [];
  if (!type) return { problem: 'A signature must be the `data:` URL of a PNG or JPEG image.' };

  const sent = Buffer.from(base64, 'base64');
  if (sent.length > SIGNATURE_IMAGE_BYTES) return { problem: TOO_LARGE };
  const content = type === 'png' ? stillPicture(sent) : sent;
  if (!content) return { problem: DAMAGED };
  const size = type === 'png' ? pngSize(content, SIGNATURE_IMAGE_PIXELS) : jpegSize(content);
  if (!size) return { problem: DAMAGED };
  if (Math.max(size.width, size.height) > SIGNATURE_IMAGE_PIXELS)
    return { problem: `An image may be at most ${SIGNATURE_IMAGE_PIXELS} pixels wide and high.` };
  const extension = type === 'png' ? 'png' : 'jpg';
  const pixels = decodeImage(content, extension);
  if (!pixels) return { problem: DAMAGED };
  return hasVisibleInk(pixels) ? { content, extension } : { problem: BLANK };
}

const DAMAGED = 'The image is damaged or has an unsupported format.';
export const BLANK =
  'The image shows no signature: it is blank, has a single colour, or is too faint for print. Use dark ink ' +
  'on a light or transparent background.';
const TOO_LARGE = `An image may have at most ${SIGNATURE_IMAGE_BYTES} bytes.`;
