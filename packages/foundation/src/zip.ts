import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * ZIP archives (APPNOTE 6.3.3) of files that are made one after another and fit into memory each. The state of a writer is
 * the list of its files, so an archive can grow over several runs of a worker. No ZIP64: archives end before 4 GB.
 */
export interface ZipFile {
  name: string;
  crc: number;
  /** Bytes of the content, and of what is stored of it. */
  size: number;
  packedSize: number;
  /** Where its header begins. */
  offset: number;
}

export const LARGEST_ZIP_BYTES = 2 ** 32 - 1;
export const MOST_ZIP_FILES = 2 ** 16 - 1;

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const [LOCAL_BYTES, CENTRAL_BYTES, END_BYTES] = [30, 46, 22];
const VERSION = 20;
/** Names are UTF-8. */
const FLAGS = 0x0800;
const DEFLATE = 8;
/** 1 January 1980, the first day that the format has: the same files make the same archive. */
const DAY = 0x0021;

/** The next file of an archive that has `offset` bytes so far. */
export function zipFile(name: string, content: Uint8Array, offset: number): { file: ZipFile; bytes: Buffer } {
  const packed = deflateRawSync(content);
  const file = { name, crc: crc32(content), size: content.length, packedSize: packed.length, offset };
  const header = Buffer.alloc(LOCAL_BYTES);
  header.writeUInt32LE(LOCAL, 0);
  writeFacts(header, 4, file);
  return { file, bytes: Buffer.concat([header, Buffer.from(name), packed]) };
}

/** What local and central headers share, from the needed version on. */
function writeFacts(header: Buffer, at: number, { name, crc, size, packedSize }: ZipFile): void {
  header.writeUInt16LE(VERSION, at);
  header.writeUInt16LE(FLAGS, at + 2);
  header.writeUInt16LE(DEFLATE, at + 4);
  header.writeUInt16LE(DAY, at + 8);
  header.writeUInt32LE(crc, at + 10);
  header.writeUInt32LE(packedSize, at + 14);
  header.writeUInt32LE(size, at + 18);
  header.writeUInt16LE(Buffer.byteLength(name), at + 22);
}

/** The directory, which ends an archive that has `offset` bytes. */
export function zipEnd(files: readonly ZipFile[], offset: number): Buffer {
  const headers = files.map((file) => {
    const header = Buffer.alloc(CENTRAL_BYTES);
    header.writeUInt32LE(CENTRAL, 0);
    header.writeUInt16LE(VERSION, 4);
    writeFacts(header, 6, file);
    header.writeUInt32LE(file.offset, 42);
    return Buffer.concat([header, Buffer.from(file.name)]);
  });
  const directory = Buffer.concat(headers);
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([directory, end]);
}

/** The files of an archive that `zipEnd` ended, by name. Throws for one that is damaged, has anything before or between its files, or a name twice. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.length - END_BYTES;
  if (end < 0 || archive.readUInt32LE(end) !== END) throw new Error('The archive has no end.');
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  let expected = 0;
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (archive.readUInt32LE(at) !== CENTRAL) throw new Error('The directory of the archive is damaged.');
    const [crc, packedSize, size] = [16, 20, 24].map((member) => archive.readUInt32LE(at + member)) as [
      number,
      number,
      number,
    ];
    const nameBytes = archive.readUInt16LE(at + 28);
    const offset = archive.readUInt32LE(at + 42);
    const name = archive.toString('utf8', at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameBytes);
    if (offset !== expected || files.has(name)) throw new Error(`The archive has more than its directory at ${name}.`);
    const from = offset + LOCAL_BYTES + nameBytes;
    const content = inflateRawSync(archive.subarray(from, from + packedSize), { maxOutputLength: Math.max(size, 1) });
    if (content.length !== size || crc32(content) !== crc) throw new Error(`${name} is damaged.`);
    files.set(name, content);
    expected = from + packedSize;
    at += CENTRAL_BYTES + nameBytes;
  }
  return files;
}
