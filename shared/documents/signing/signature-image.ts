import { SIGNATURE_IMAGE_BYTES } from '@assay/agreements';
import { guardedThread } from '@assay/agreements/guarded-thread';
import { inspectPicture, type PictureFormat } from './inspect-picture.ts';

export interface SignatureImage {
  content: Uint8Array;
  extension: PictureFormat;
}

/** Below the timeout of the function: a picture that takes longer is refused, not answered with 504. */
const DEADLINE_MS = 5_000;
/** The largest progressive JPEG that is allowed needs about half of it; the function has 1 GB. */
const MEMORY_MB = 384;

interface Sent {
  content: Uint8Array;
  format: PictureFormat;
}

const jobs = {
  inspect: async ({ content, format }: Sent) => inspectPicture(Buffer.from(content), format),
};
const inspectApart = guardedThread('decodes signature images', import.meta.url, jobs, {
  deadlineMs: DEADLINE_MS,
  heapMb: MEMORY_MB,
  memoryMb: MEMORY_MB,
});

const DATA_URL = /^data:image\/(png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/;

/**
 * Checks the image of a signature. It comes from a signer, who need not be trusted: it is decoded in
 * a thread with limits on time and memory.
 */
export async function parseSignatureImage(
  dataUrl: string,
  deadlineMs?: number,
): Promise<SignatureImage | { problem: string }> {
  if (dataUrl.length > SIGNATURE_IMAGE_BYTES * 1.4) return { problem: TOO_LARGE };
  const [, type, base64 = ''] = DATA_URL.exec(dataUrl) ?? [];
  if (!type) return { problem: 'A signature must be the `data:` URL of a PNG or JPEG image.' };

  const content = Buffer.from(base64, 'base64');
  if (content.length > SIGNATURE_IMAGE_BYTES) return { problem: TOO_LARGE };
  const format = type === 'png' ? 'png' : 'jpg';
  const inspected = await inspectApart('inspect', { content, format }, deadlineMs);
  if (inspected === 'gave_up') return { problem: TOO_COMPLEX };
  return 'problem' in inspected ? inspected : { content: inspected.content, extension: format };
}

const TOO_LARGE = `An image may have at most ${SIGNATURE_IMAGE_BYTES} bytes.`;
const TOO_COMPLEX = 'The image takes too much time or memory to decode. Save it again as a smaller PNG image.';
