import { crc32 } from 'node:zlib';

export interface Chunk {
  type: string;
  data: Buffer;
  /** Including its length and checksum. */
  whole: Buffer;
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** The chunks of a PNG; undefined if a checksum is wrong. */
export function chunksOf(content: Buffer): Chunk[] | undefined {
  if (!content.subarray(0, 8).equals(SIGNATURE)) return undefined;
  const chunks: Chunk[] = [];
  for (let at = 8; at < content.length; ) {
    if (at + 12 > content.length) return undefined;
    const end = at + 8 + content.readUInt32BE(at);
    if (end + 4 > content.length) return undefined;
    const typed = content.subarray(at + 4, end);
    if (crc32(typed) !== content.readUInt32BE(end)) return undefined;
    const type = typed.toString('latin1', 0, 4);
    chunks.push({ type, data: typed.subarray(4), whole: content.subarray(at, end + 4) });
    at = end + 4;
  }
  return chunks;
}

/**
 * Removes everything that is not drawn: texts, profiles, animation frames, duplicates. The stamping
 * library parses those as well, and fails if they are damaged or too large.
 */
export function stillPicture(content: Buffer): Buffer | undefined {
  const chunks = chunksOf(content);
  if (chunks?.[0]?.type !== 'IHDR' || chunks.at(-1)?.type !== 'IEND') return undefined;
  const first = (type: string) => chunks.filter((chunk) => chunk.type === type).slice(0, 1);
  const pixels = chunks.filter(({ type }) => type === 'IDAT');
  const drawn = [first('IHDR'), first('PLTE'), first('tRNS'), pixels, first('IEND')].flat();
  return Buffer.concat([SIGNATURE, ...drawn.map(({ whole }) => whole)]);
}
