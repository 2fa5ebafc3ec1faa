import * as z from 'zod';
import type { ReadRange } from './read-range.ts';

/**
 * A file of named parts: a JSON header with the place of each part, then the parts, aligned so that
 * each can be used in place as a typed array. Little-endian, like all supported machines.
 */
export type Part = Uint8Array | Uint16Array | Uint32Array;

const ALIGNMENT = 8;
const aligned = (length: number) => Math.ceil(length / ALIGNMENT) * ALIGNMENT;
const LENGTH_BYTES = 4;

const Place = z.int().min(0);
const Directory = z.object({
  meta: z.unknown(),
  parts: z.record(z.string(), z.tuple([Place, Place])),
});
type Directory = z.infer<typeof Directory>;

export function packFile(meta: unknown, parts: Record<string, Part>): Buffer {
  let offset = 0;
  const directory: Directory = { meta, parts: {} };
  for (const [name, { byteLength }] of Object.entries(parts)) {
    directory.parts[name] = [offset, byteLength];
    offset += aligned(byteLength);
  }
  const header = Buffer.from(JSON.stringify(directory));
  const start = aligned(LENGTH_BYTES + header.length);
  const file = Buffer.alloc(start + offset);
  file.writeUInt32LE(header.length);
  header.copy(file, LENGTH_BYTES);
  for (const [name, part] of Object.entries(parts)) {
    const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    bytes.copy(file, start + (directory.parts[name]?.[0] ?? 0));
  }
  return file;
}

/** The places of the parts of a stored file, for reading a few bytes of it. */
export interface FileDirectory {
  meta: unknown;
  /** Undefined if the file has no such part. */
  rangeOf: (name: string) => { offset: number; length: number } | undefined;
}

/** Most headers are shorter; a longer one takes a second request. */
const HEADER_BYTES = 64 * 1024;

export async function readDirectory(readRange: ReadRange): Promise<FileDirectory> {
  const first = Buffer.from(await readRange(0, HEADER_BYTES));
  const headerLength = first.readUInt32LE();
  const end = LENGTH_BYTES + headerLength;
  const whole = end <= first.length ? first : Buffer.from(await readRange(0, end));
  const { meta, parts } = Directory.parse(JSON.parse(whole.toString('utf8', LENGTH_BYTES, end)));
  const start = aligned(end);
  const rangeOf = (name: string) => {
    const [offset, length] = parts[name] ?? [];
    return offset === undefined || length === undefined ? undefined : { offset: start + offset, length };
  };
  return { meta, rangeOf };
}

export interface OpenFile {
  meta: unknown;
  bytes: (name: string) => Buffer;
  shorts: (name: string) => Uint16Array;
  numbers: (name: string) => Uint32Array;
}

/** Uses the bytes in place, or a copy if they are not aligned for typed arrays. */
export function openFile(given: Buffer): OpenFile {
  const isAligned = given.byteOffset % ALIGNMENT === 0;
  const file = isAligned ? given : Buffer.from(new Uint8Array(given).buffer);
  const headerLength = file.readUInt32LE();
  const header = file.toString('utf8', LENGTH_BYTES, LENGTH_BYTES + headerLength);
  const { meta, parts } = Directory.parse(JSON.parse(header));
  const start = aligned(LENGTH_BYTES + headerLength);
  const bytes = (name: string) => {
    const [offset = 0, length = 0] = parts[name] ?? [];
    return file.subarray(start + offset, start + offset + length);
  };
  return {
    meta,
    bytes,
    shorts: (name) => {
      const { buffer, byteOffset, byteLength } = bytes(name);
      return new Uint16Array(buffer, byteOffset, byteLength / Uint16Array.BYTES_PER_ELEMENT);
    },
    numbers: (name) => {
      const { buffer, byteOffset, byteLength } = bytes(name);
      return new Uint32Array(buffer, byteOffset, byteLength / Uint32Array.BYTES_PER_ELEMENT);
    },
  };
}
