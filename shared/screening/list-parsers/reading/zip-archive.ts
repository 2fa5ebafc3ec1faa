import { inflateRawSync } from 'node:zlib';
import type { FileLimits } from './file-limits.ts';
import { ListUnreadable, raise, unreadable } from './list-unreadable.ts';
import type { ListFile } from './text-chunks.ts';

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_HEADER_BYTES = 30;
const LONGEST_COMMENT = 0xffff;
const STORED = 0;
const DEFLATED = 8;

/** The members of a ZIP file by name, each unpacked when asked for and never beyond the limit. */
export type ZipArchive = ReadonlyMap<string, () => Uint8Array>;

/** A ZIP file keeps its directory at the end, so it is the one format that is held whole. */
export async function openZip(file: ListFile, limits: FileLimits): Promise<ZipArchive> {
  const bytes = await wholeFile(file, limits);
  try {
    return membersOf(bytes, file.name, limits);
  } catch (problem) {
    if (!(problem instanceof RangeError)) return raise(problem);
    return unreadable('truncated', `${file.name} ends before its directory does.`);
  }
}

async function wholeFile(file: ListFile, limits: FileLimits): Promise<Buffer> {
  const limitBytes = Math.min(limits.documentBytes, limits.fileBytes);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of file.chunks) {
    bytes += chunk.byteLength;
    if (bytes > limitBytes)
      unreadable('too_large', `${file.name} is larger than ${limitBytes} bytes.`);
    chunks.push(chunk);
  }
  if (bytes === 0) unreadable('empty_file', `${file.name} is empty.`);
  const whole = Buffer.concat(chunks);
  if (whole.toString('latin1', 0, 2) !== 'PK')
    unreadable('unexpected_format', `${file.name} is not a ZIP file.`);
  return whole;
}

function membersOf(bytes: Buffer, name: string, limits: FileLimits): ZipArchive {
  const members = new Map<string, () => Uint8Array>();
  const end = endOfDirectory(bytes, name);
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (bytes.readUInt32LE(at) !== DIRECTORY_ENTRY)
      unreadable('malformed', `${name} has a broken directory.`);
    const nameLength = bytes.readUInt16LE(at + 28);
    const start = at;
    members.set(bytes.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength), () =>
      unpack(bytes, start, name, limits),
    );
    at += ENTRY_BYTES + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return members;
}

function endOfDirectory(bytes: Buffer, name: string): number {
  const earliest = Math.max(0, bytes.length - END_BYTES - LONGEST_COMMENT);
  for (let at = bytes.length - END_BYTES; at >= earliest; at -= 1)
    if (bytes.readUInt32LE(at) === END_OF_DIRECTORY) return at;
  return unreadable('truncated', `${name} ends before its directory does.`);
}

/** Sizes and places stated in the archive are not believed: unpacking stops at the limit by itself. */
function unpack(bytes: Buffer, entryAt: number, name: string, limits: FileLimits): Uint8Array {
  try {
    const method = bytes.readUInt16LE(entryAt + 10);
    const packed = packedBytes(bytes, entryAt);
    if (method === STORED) return packed;
    if (method !== DEFLATED) unreadable('malformed', `${name} is packed in an unknown way.`);
    return inflateRawSync(packed, { maxOutputLength: limits.documentBytes });
  } catch (problem) {
    if (problem instanceof ListUnreadable) return raise(problem);
    const isTooLarge = problem instanceof Error && 'code' in problem && problem.code === TOO_LARGE;
    return isTooLarge
      ? unreadable('too_large', `${name} unpacks to more than ${limits.documentBytes} bytes.`)
      : unreadable('malformed', `${name} cannot be unpacked.`);
  }
}

const TOO_LARGE = 'ERR_BUFFER_TOO_LARGE';

function packedBytes(bytes: Buffer, entryAt: number): Buffer {
  const headerAt = bytes.readUInt32LE(entryAt + 42);
  const dataAt =
    headerAt +
    LOCAL_HEADER_BYTES +
    bytes.readUInt16LE(headerAt + 26) +
    bytes.readUInt16LE(headerAt + 28);
  return bytes.subarray(dataAt, dataAt + bytes.readUInt32LE(entryAt + 20));
}
