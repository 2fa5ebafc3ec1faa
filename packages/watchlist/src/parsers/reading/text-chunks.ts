import type { FileLimits } from './file-limits.ts';
import { unreadable } from './list-unreadable.ts';

/** A published file under the name the publisher gives it. */
export interface ListFile {
  name: string;
  chunks: AsyncIterable<Uint8Array>;
}

const PIECE_CHARS = 64 * 1024;
const HTML_TAG = /^<(?:!doctype\s+html|html|head|body)\b/i;
const COMMENT = { opens: '<!--', closes: '-->' };
const SNIFF_CHARS = 1024;

/** The file as text in small chunks, so that readers can stop early. */
export async function* textChunks(file: ListFile, limits: FileLimits): AsyncGenerator<string> {
  // Counted, not measured anew with every chunk: a file may begin with megabytes of white space.
  const held: string[] = [];
  let start = '';
  let isSniffed = false;
  for await (const text of decoded(file, limits.fileBytes)) {
    if (isSniffed) {
      yield* pieces(text);
      continue;
    }
    held.push(text);
    start += start === '' ? text.trimStart() : text;
    if (start.length < SNIFF_CHARS) continue;
    isSniffed = true;
    refuseHtml(file.name, start);
    for (const one of held) yield* pieces(one);
  }
  if (isSniffed) return;
  if (start === '') unreadable('empty_file', `${file.name} is empty.`);
  refuseHtml(file.name, start);
  for (const one of held) yield* pieces(one);
}

async function* decoded(file: ListFile, limitBytes: number): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let bytes = 0;
  for await (const chunk of file.chunks) {
    bytes += chunk.byteLength;
    if (bytes > limitBytes) unreadable('too_large', `${file.name} is larger than ${limitBytes} bytes.`);
    yield decode(file.name, () => decoder.decode(chunk, { stream: true }));
  }
  yield decode(file.name, () => decoder.decode());
}

function decode(name: string, read: () => string): string {
  try {
    return read();
  } catch {
    return unreadable('malformed', `${name} is not text in UTF-8.`);
  }
}

/** Publishers sometimes serve an HTML error page instead of the file. */
function refuseHtml(name: string, start: string): void {
  if (HTML_TAG.test(withoutComments(start.slice(0, SNIFF_CHARS))))
    unreadable('unexpected_format', `${name} is an HTML page, not a list.`);
}

/** Skips comments one by one. A pattern for several would read n of them in 2^n ways. */
function withoutComments(text: string): string {
  let rest = text.trimStart();
  while (rest.startsWith(COMMENT.opens)) {
    const end = rest.indexOf(COMMENT.closes, COMMENT.opens.length);
    if (end === -1) return '';
    rest = rest.slice(end + COMMENT.closes.length).trimStart();
  }
  return rest;
}

function* pieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += PIECE_CHARS) yield text.slice(at, at + PIECE_CHARS);
}
