import { BATCH_RECORD_BYTES } from '../limits.ts';

/** How the bytes of a file are read. */
export interface ByteForm {
  /** Bytes of a code unit: two in UTF-16. */
  width: 1 | 2;
  isBigEndian: boolean;
  /** The code of the separator of a CSV file; undefined where lines are records, and quotation marks mean nothing. */
  separator: number | undefined;
  /** The longest record that is read, if not that of a batch. */
  recordBytes?: number;
}

/** Where the next record of a file begins. */
export interface Position {
  offset: number;
  line: number;
}

export interface RawRecord {
  line: number;
  /** Undefined if the record cannot be separated from the rest of the file. */
  bytes: Buffer | undefined;
  next: Position;
}

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;

/**
 * The record that begins at a position of a file; undefined if it does not end within the bytes and more follow. A record
 * that is too long, as one with a quotation mark that is never closed, ends with its line: the next one begins after it.
 */
export function recordAt(
  bytes: Buffer,
  { offset, line }: Position,
  form: ByteForm,
  isEndOfFile: boolean,
): RawRecord | undefined {
  const { width, separator, recordBytes = BATCH_RECORD_BYTES } = form;
  const last = bytes.length - width;
  let isInQuotes = false;
  let isCellStart = true;
  let lines = 0;
  let at = offset;
  for (; at <= last; at += width) {
    if (at - offset > recordBytes) return withoutRest(bytes, { offset, line }, form, isEndOfFile);
    const code = codeAt(bytes, at, form);
    if (isInQuotes) {
      const following = codeAt(bytes, at + width, form);
      if (code !== QUOTE) lines += isLineBreak(code, following) ? 1 : 0;
      else if (following === QUOTE) at += width;
      else isInQuotes = false;
      continue;
    }
    if (code === LF || code === CR) {
      // Whether the next byte is the second half of the line break is not known yet.
      if (code === CR && at + width > last && !isEndOfFile) return undefined;
      const breakWidth = code === CR && codeAt(bytes, at + width, form) === LF ? 2 * width : width;
      return {
        line,
        bytes: bytes.subarray(offset, at),
        next: { offset: at + breakWidth, line: line + lines + 1 },
      };
    }
    isInQuotes = separator !== undefined && isCellStart && code === QUOTE;
    isCellStart = code === separator;
  }
  if (!isEndOfFile) return undefined;
  if (isInQuotes) return withoutRest(bytes, { offset, line }, form, isEndOfFile);
  return { line, bytes: bytes.subarray(offset), next: { offset: bytes.length, line: line + lines + 1 } };
}

const isLineBreak = (code: number | undefined, following: number | undefined) =>
  code === LF || (code === CR && following !== LF);

function codeAt(bytes: Buffer, at: number, { width, isBigEndian }: ByteForm): number | undefined {
  if (width === 1) return bytes[at];
  if (at + 1 >= bytes.length) return undefined;
  return isBigEndian ? bytes.readUInt16BE(at) : bytes.readUInt16LE(at);
}

/** Goes on after the first line of a record that has no end. */
function withoutRest(
  bytes: Buffer,
  { offset, line }: Position,
  form: ByteForm,
  isEndOfFile: boolean,
): RawRecord | undefined {
  const end = lineEnd(bytes, offset, form, isEndOfFile);
  return end === undefined ? undefined : { line, bytes: undefined, next: { offset: end, line: line + 1 } };
}

/** Where the line after an offset begins; undefined if it does not within the bytes, and more follow. */
export function lineEnd(bytes: Buffer, offset: number, form: ByteForm, isEndOfFile: boolean): number | undefined {
  const { width } = form;
  for (let at = offset; at + width <= bytes.length; at += width) {
    const code = codeAt(bytes, at, form);
    if (code !== LF && code !== CR) continue;
    const following = codeAt(bytes, at + width, form);
    // Whether it is the first half of a line break is not known yet.
    if (code === CR && following === undefined && !isEndOfFile) return undefined;
    return at + (code === CR && following === LF ? 2 : 1) * width;
  }
  return isEndOfFile ? bytes.length : undefined;
}
