import type { IncomingMessage } from 'node:http';
import { PREVIEW_CHARACTERS, RESPONSE_BYTES } from './limits.ts';

/**
 * Reads at most 4 KiB of a response and returns its first 1,000 characters, also if the response breaks
 * off. The rest is not read: the socket is closed.
 */
export async function readPreview(response: IncomingMessage, tell: (preview: string) => void): Promise<void> {
  const taken: Buffer[] = [];
  let left = RESPONSE_BYTES;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      taken.push(chunk.subarray(0, left));
      left -= chunk.length;
      if (left <= 0) break; // leaving the loop closes the socket
    }
  } finally {
    tell(previewOf(Buffer.concat(taken)));
  }
}

/** Drops a character that was cut off. */
const previewOf = (bytes: Buffer) =>
  [...new TextDecoder().decode(bytes, { stream: true })].slice(0, PREVIEW_CHARACTERS).join('');
