import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const CIPHER = 'aes-256-ctr';

/** A part of the file that is written once, from its beginning to its end, and read in the same order. */
export interface WrittenPart {
  start: number;
  end: number;
  iv: Buffer;
}

export interface WorkFile {
  /** Bytes written so far. */
  size(): number;
  write(chunks: Iterable<Uint8Array>): WrittenPart;
  /** Chunks are valid until the next one is read. */
  read(part: WrittenPart, chunkBytes: number): Generator<Uint8Array>;
  close(): void;
}

type WriteBytes = (file: number, bytes: Uint8Array) => number;

/**
 * A temporary file that ends with the process, however that ends: its name is removed as soon as it is open, and its
 * bytes are encrypted with a key that exists in memory only, because keys of rows may name people.
 */
export function openWorkFile(directory: string, writeBytes: WriteBytes = writeSync): WorkFile {
  const file = openUnnamed(directory);
  const key = randomBytes(32);
  let size = 0;
  const append = (bytes: Uint8Array) => {
    for (let done = 0; done < bytes.length; ) {
      const written = writtenBy(() => writeBytes(file, bytes.subarray(done)), directory, size);
      done += written;
      size += written;
    }
  };
  return {
    size: () => size,
    write(chunks) {
      const [start, iv] = [size, randomBytes(16)];
      const cipher = createCipheriv(CIPHER, key, iv);
      for (const chunk of chunks) append(cipher.update(chunk));
      return { start, end: size, iv };
    },
    *read({ start, end, iv }, chunkBytes) {
      const decipher = createDecipheriv(CIPHER, key, iv);
      const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, end - start));
      for (let position = start; position < end; ) {
        const read = readSync(file, buffer, 0, Math.min(buffer.length, end - position), position);
        if (read === 0) throw new Error(`The file in the work directory ${directory} was cut.`);
        position += read;
        yield decipher.update(buffer.subarray(0, read));
      }
    },
    close: () => closeSync(file),
  };
}

function openUnnamed(directory: string): number {
  try {
    // Created with mode 0700.
    const folder = mkdtempSync(join(directory, 'assay-audit-'));
    try {
      return openSync(join(folder, 'facts'), 'wx+', 0o600);
    } finally {
      rmSync(folder, { recursive: true });
    }
  } catch (error) {
    throw new Error(
      `The audit cannot create a file in the work directory ${directory} (${codeOf(error)}). ` +
        'Choose an existing, writable directory with --work-dir.',
    );
  }
}

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? String(error);

function writtenBy(write: () => number, directory: string, size: number): number {
  try {
    return write();
  } catch (error) {
    if (!FULL.has(codeOf(error))) throw error;
    throw new Error(
      `The work directory ${directory} is full (${codeOf(error)}) after ${Math.ceil(size / 1e6)} MB. ` +
        'Choose one with more space with --work-dir.',
    );
  }
}
