import { inflateSync } from 'node:zlib';

/** One character is one glyph in these, so nothing has to be put right. Marks are not among them. */
const PLAIN =
  /^(?:(?!\p{M})[\s -\u{24f}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Georgian}\p{Script=Armenian}\p{Script=Ethiopic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Common}])*$/u;

/** Whether a file that holds this text may be read as another one. */
export const needsRepair = (text: string, pdf: Uint8Array) =>
  !PLAIN.test(text) || hasActualText(pdf);

/** Typst writes `ActualText` where a glyph stands for another text than where it was used first. */
function hasActualText(pdf: Uint8Array): boolean {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  for (let at = bytes.indexOf(STREAM); at >= 0; at = bytes.indexOf(STREAM, at + 1)) {
    const start = at + STREAM.length;
    const end = bytes.indexOf('\nendstream', start);
    if (isContent(bytes, at) && inflateSync(bytes.subarray(start, end)).includes('/ActualText'))
      return true;
  }
  return false;
}

const STREAM = '>>\nstream\n';
const HEAD_BYTES = 60;

/** Content streams say how long and how packed they are, fonts and colours say more. */
function isContent(bytes: Buffer, at: number): boolean {
  const head = bytes.subarray(Math.max(0, at - HEAD_BYTES), at).toString('latin1');
  return /<<\s*\/Length \d+\s*\/Filter \/FlateDecode\s*$/.test(head);
}
