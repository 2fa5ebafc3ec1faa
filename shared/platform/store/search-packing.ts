import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { MEMBERS_PER_ROW, placeAt, positionOfPlace } from '../ids.ts';

/**
 * The format of a segment. Places, lengths and texts are separate columns, which compresses best and lets a
 * search run over the texts directly: most segments contain no match, and then neither places nor lengths are
 * decoded.
 *
 *     bytes of the steps | bytes of the lengths | steps | lengths | texts
 *
 * A step is the distance from the previous row (delta encoding). On external ids zstd compresses as well as gzip
 * and brotli and decompresses two to three times as fast; docs/adr/0004 has the figures.
 */
export interface SearchEntry {
  place: string;
  text: string;
}

export interface Packed {
  packed: Uint8Array;
  /** The size before compression, which limits how much goes into one segment. */
  bytes: number;
}

const HEADER_BYTES = 8;
/** A buffer for a whole segment is a third faster than Node's default of 16 KiB chunks. */
const UNPACKING = {
  chunkSize: 512 * 1024,
  // A damaged row must not be able to claim all memory.
  maxOutputLength: 4 * 1024 * 1024,
};
/** Maximum size of an entry besides its text: eight bytes of step and two of length. */
const ENTRY_BYTES = 10;

/** The most an entry can add to the size of a segment. */
export const weightOf = ({ text }: SearchEntry) => Buffer.byteLength(text) + ENTRY_BYTES;

/** Entries in ascending order of place. */
export function packEntries(entries: readonly SearchEntry[]): Packed {
  const texts = entries.map(({ text }) => Buffer.from(text));
  const rows = entries.map(({ place }) => positionOfPlace(place) / MEMBERS_PER_ROW);
  const steps = packNumbers(rows.map((row, index) => row - (rows[index - 1] ?? 0)));
  const lengths = packNumbers(texts.map(({ length }) => length));
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32LE(steps.length, 0);
  header.writeUInt32LE(lengths.length, 4);
  const content = Buffer.concat([header, steps, lengths, ...texts]);
  return { packed: zstdCompressSync(content), bytes: content.length };
}

export function unpackEntries(packed: Uint8Array): SearchEntry[] {
  const { steps, lengths, texts } = columnsOf(packed);
  const places = placesFrom(steps);
  let start = 0;
  return unpackNumbers(lengths).map((length, index) => {
    const text = texts.toString('utf8', start, start + length);
    start += length;
    return { place: places[index] ?? '', text };
  });
}

/** The places whose text contains `wanted`, in ascending order. */
export function findInPacked(packed: Uint8Array, wanted: string): string[] {
  const { steps, lengths, texts } = columnsOf(packed);
  // In UTF-8 no character is part of another, so comparing bytes compares characters.
  const needle = Buffer.from(wanted);
  let hit = texts.indexOf(needle);
  if (hit < 0) return [];

  const places = placesFrom(steps);
  const found: string[] = [];
  let end = 0;
  for (const [index, length] of unpackNumbers(lengths).entries()) {
    const start = end;
    end += length;
    if (hit < start) hit = texts.indexOf(needle, start);
    if (hit < 0) break;
    // The next hit may be in a later text, or span two texts, which is no match.
    if (hit + needle.length <= end) found.push(places[index] ?? '');
  }
  return found;
}

function columnsOf(packed: Uint8Array) {
  const content = zstdDecompressSync(packed, UNPACKING);
  const lengthsStart = HEADER_BYTES + content.readUInt32LE(0);
  const textsStart = lengthsStart + content.readUInt32LE(4);
  return {
    steps: content.subarray(HEADER_BYTES, lengthsStart),
    lengths: content.subarray(lengthsStart, textsStart),
    texts: content.subarray(textsStart),
  };
}

function placesFrom(steps: Buffer): string[] {
  let row = 0;
  return unpackNumbers(steps).map((step) => {
    row += step;
    return placeAt(row * MEMBERS_PER_ROW).place;
  });
}

/**
 * Varint encoding (LEB128): seven bits per byte, lowest first; the eighth bit marks continuation. Numbers
 * exceed 32 bits.
 */
function packNumbers(numbers: readonly number[]): Buffer {
  const bytes: number[] = [];
  for (const number of numbers) {
    let rest = number;
    for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
    bytes.push(rest);
  }
  return Buffer.from(bytes);
}

function unpackNumbers(bytes: Buffer): number[] {
  const numbers: number[] = [];
  let number = 0;
  let unit = 1;
  for (const byte of bytes) {
    number += (byte & 0x7f) * unit;
    unit *= 0x80;
    if (byte > 0x7f) continue;
    numbers.push(number);
    number = 0;
    unit = 1;
  }
  return numbers;
}
