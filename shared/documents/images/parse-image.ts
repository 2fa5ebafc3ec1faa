import { guardedThread } from '@assay/agreements/guarded-thread';
import { refused, tooLarge } from '@assay/foundation';
import { TEMPLATE_IMAGE_BYTES } from '../limits.ts';
import type { ImageSize } from '../signing/png.ts';
import { inspectImage } from './inspect-image.ts';

interface Sent {
  content: Uint8Array;
  format: 'png' | 'svg';
}

/** Below the timeout of the function: an image that takes longer is refused, not answered with 504. */
const DEADLINE_MS = 5_000;
const MEMORY_MB = 384;

const jobs = { inspect: async ({ content, format }: Sent) => inspectImage(Buffer.from(content), format) };
const inspectApart = guardedThread('reads template images', import.meta.url, jobs, {
  deadlineMs: DEADLINE_MS,
  heapMb: MEMORY_MB,
  memoryMb: MEMORY_MB,
});

const DATA_URL = /^data:image\/(png|svg\+xml);base64,([A-Za-z0-9+/]+={0,2})$/;

interface Limits {
  limitBytes?: number;
  /** Of the property that has the image. */
  path?: string;
  deadlineMs?: number | undefined;
}

export type ParsedImage = ImageSize & { content: Uint8Array; format: 'png' | 'svg' };

/** The image as it is stored and shown: a PNG without metadata, or a drawing written anew from what is allowed. */
export async function parseImage(
  dataUrl: string,
  { limitBytes = TEMPLATE_IMAGE_BYTES, path = 'image', deadlineMs }: Limits = {},
): Promise<ParsedImage> {
  const unusable = (message: string) =>
    refused('invalid_image', 'The image cannot be used. See `errors`.', [{ path, message }]);
  const [, type, base64 = ''] = DATA_URL.exec(dataUrl) ?? [];
  if (!type) throw unusable('An image is the `data:` URL of a PNG or SVG in base64.');
  const sent = Buffer.from(base64, 'base64');
  if (sent.length > limitBytes) throw tooLarge('image_too_large', `An image may have at most ${limitBytes} bytes.`);
  const format = type === 'png' ? 'png' : 'svg';
  const inspected = await inspectApart('inspect', { content: sent, format }, deadlineMs);
  if (inspected === 'gave_up') throw unusable('The image takes too much time or memory to read. Save it simpler.');
  if ('problem' in inspected) throw unusable(inspected.problem);
  return { ...inspected, format };
}
