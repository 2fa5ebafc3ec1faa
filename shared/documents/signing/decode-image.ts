import { SIGNATURE_IMAGE_PIXELS } from '@assay/agreements';
import { decode } from 'jpeg-js';
import { PNG } from 'pngjs';
import type { Pixels } from './visible-ink.ts';

/**
 * Each scan of a progressive JPEG is a pass over the whole picture, and a small file can declare
 * thousands. Encoders write about ten.
 */
const JPEG_SCANS = 40;
const START_OF_SCAN = Buffer.from([0xff, 0xda]);
const JPEG_MEMORY_MB = 256;

/**
 * The pixels of a picture whose size has been checked; undefined if it cannot be decoded. Both
 * decoders are plain JavaScript, and the checked size limits what they unpack.
 */
export function decodeImage(content: Buffer, extension: 'png' | 'jpg'): Pixels | undefined {
  try {
    if (extension === 'png') return PNG.sync.read(content, { checkCRC: false });
    if (scansIn(content) > JPEG_SCANS) return undefined;
    return decode(content, {
      useTArray: true,
      maxResolutionInMP: SIGNATURE_IMAGE_PIXELS / 1e6,
      maxMemoryUsageInMB: JPEG_MEMORY_MB,
    });
  } catch {
    return undefined;
  }
}

function scansIn(content: Buffer): number {
  let scans = 0;
  for (let at = content.indexOf(START_OF_SCAN); at >= 0; scans += 1) at = content.indexOf(START_OF_SCAN, at + 2);
  return scans;
}
