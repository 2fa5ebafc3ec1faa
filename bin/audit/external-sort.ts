import { StringDecoder } from 'node:string_decoder';
import type { WorkFile, WrittenPart } from './work-file.ts';

/**
 * Sorts more lines than fit into memory (external merge sort): lines are collected in a buffer of fixed size, which is
 * sorted and written as a run when it is full, and all runs are merged while they are read. Lines are in the order of
 * their UTF-16 code units, whatever the locale.
 */
export interface ExternalSort {
  /** A line has no line break. */
  add(line: string): void;
  /** All lines in order. Nothing can be added afterwards. */
  sorted(): Generator<string>;
}

const WRITE_LINES = 4096;
const LARGEST_READ_BYTES = 64 * 1024;
const SMALLEST_READ_BYTES = 4 * 1024;

export function externalSort(file: WorkFile, bufferBytes: number): ExternalSort {
  // Bytes and not strings: a string may be a part of a much larger one, which would stay in memory with it.
  let buffer = Buffer.alloc(0);
  let used = 0;
  const runs: WrittenPart[] = [];
  const collected = () => {
    const lines = buffer.toString('utf8', 0, used).split('\n');
    lines.pop();
    used = 0;
    return lines.sort();
  };
  return {
    add(line) {
      const bytes = Buffer.byteLength(line) + 1;
      if (used + bytes > buffer.length) {
        if (used > 0) runs.push(file.write(encoded(collected())));
        if (buffer.length < Math.max(bytes, bufferBytes)) buffer = Buffer.allocUnsafe(Math.max(bytes, bufferBytes));
      }
      used += buffer.write(`${line}\n`, used);
    },
    *sorted() {
      if (runs.length > 0 && used > 0) runs.push(file.write(encoded(collected())));
      const last = collected();
      buffer = Buffer.alloc(0);
      if (runs.length === 0) {
        yield* last;
        return;
      }
      // All runs share what the buffer had; only with thousands of them is it more.
      const share = Math.floor(bufferBytes / runs.length);
      const readBytes = Math.min(LARGEST_READ_BYTES, Math.max(SMALLEST_READ_BYTES, share));
      yield* merged(runs.map((run) => linesIn(file.read(run, readBytes))));
    },
  };
}

function* encoded(lines: readonly string[]): Generator<Uint8Array> {
  for (let start = 0; start < lines.length; start += WRITE_LINES)
    yield Buffer.from(`${lines.slice(start, start + WRITE_LINES).join('\n')}\n`);
}

function* linesIn(chunks: Iterable<Uint8Array>): Generator<string> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for (const chunk of chunks) {
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

interface Head {
  line: string;
  lines: Generator<string>;
}

/** Merges sorted runs with a binary heap of their next lines. */
function* merged(runs: readonly Generator<string>[]): Generator<string> {
  const heap: Head[] = [];
  for (const lines of runs) {
    const { value, done } = lines.next();
    if (!done) heap.push({ line: value, lines });
  }
  for (let index = (heap.length >> 1) - 1; index >= 0; index -= 1) siftDown(heap, index);
  for (let top = heap[0]; top !== undefined; top = heap[0]) {
    yield top.line;
    const { value, done } = top.lines.next();
    if (done) {
      const last = heap.pop();
      if (heap.length > 0 && last) heap[0] = last;
    } else top.line = value;
    siftDown(heap, 0);
  }
}

function siftDown(heap: Head[], from: number): void {
  const moved = heap[from];
  if (!moved) return;
  let at = from;
  for (;;) {
    const left = 2 * at + 1;
    const [one, other] = [heap[left], heap[left + 1]];
    if (!one) break;
    const isOther = other !== undefined && other.line < one.line;
    const child = isOther ? other : one;
    if (moved.line <= child.line) break;
    heap[at] = child;
    at = isOther ? left + 1 : left;
  }
  heap[at] = moved;
}
