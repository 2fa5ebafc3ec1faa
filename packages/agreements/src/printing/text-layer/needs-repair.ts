import { inflateSync } from 'node:zlib';

/**
 * Scripts in which one character is one glyph need no repair. Combining marks are not among them.
 */
const PLAIN =
  /^(?:(?!\p{M})[\s -\u{24f}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Georgian}\p{Script=Armenian}\p{Script=Ethiopic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Common}])*$/u;

/** Whether text extracted from the file may differ from this text. */
export const needsRepair = (text: string, pdf: Uint8Array) => !PLAIN.test(text) || hasActualText(pdf);

/** Typst writes `ActualText` where a glyph has another text than at its first use. */
function hasActualText(pdf: Uint8Array): boolean {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  for (let at = bytes.indexOf(STREAM); at >= 0; at = bytes.indexOf(STREAM, at + 1)) {
    const start = at + STREAM.length;
    const end = bytes.indexOf('\nendstream', start);
    if (isContent(bytes, at) && inflateSync(bytes.subarray(start, end)).includes('/ActualText')) return true;
  }
  return false;
}

const STREAM = '>>\nstream\n';
const HEAD_BYTES = 60;

/** Content streams only have a length and a filter; fonts and colours have more entries. */
function isContent(bytes: Buffer, at: number): boolean {
  const head = bytes.subarray(Math.max(0, at - HEAD_BYTES), at).toString('latin1');
  return /<<\s*\/Length \d+\s*\/Filter \/FlateDecode\s*$/.test(head);
}
