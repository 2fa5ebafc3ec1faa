import type { PDFDict, PDFDocument, PDFObject } from '@cantoo/pdf-lib';
import { PDFDict as Dict, decodePDFRawStream, PDFArray, PDFName, PDFNumber, PDFRawStream } from '@cantoo/pdf-lib';
import { type GlyphOutlines, outlinesOf } from './glyph-outlines.ts';

/**
 * A font of the file, in which each code is a glyph with one text. A glyph with several texts gets
 * a code for each. The texts go into `ToUnicode`, which every reader uses.
 */
export class FontCodes {
  readonly #document: PDFDocument;
  readonly #font: PDFDict;
  readonly #descendant: PDFDict;
  readonly #texts: Map<number, string>;
  readonly #widths: Map<number, number>;
  /** Codes in use, by glyph and text. */
  readonly #codes = new Map<string, number>();
  readonly #used = new Map<number, { glyph: number; text: string }>();
  #next: number;
  #outlines: GlyphOutlines | undefined;

  constructor(document: PDFDocument, font: PDFDict) {
    this.#document = document;
    this.#font = font;
    this.#descendant = font.lookup(PDFName.of('DescendantFonts'), PDFArray).lookup(0, Dict);
    this.#texts = textsIn(decoded(font.get(PDFName.of('ToUnicode')), document).toString('latin1'));
    this.#widths = widthsIn(this.#descendant.lookup(PDFName.of('W'), PDFArray));
    this.#next = 1 + Math.max(0, ...this.#widths.keys(), ...this.#texts.keys());
  }

  textOf = (glyph: number) => this.#texts.get(glyph) ?? '';
  advanceOf = (glyph: number) => this.#widths.get(glyph) ?? 0;

  get outlines(): GlyphOutlines {
    const descriptor = this.#descendant.lookup(PDFName.of('FontDescriptor'), Dict);
    this.#outlines ??= outlinesOf(decoded(descriptor.get(PDFName.of('FontFile2')), this.#document));
    return this.#outlines;
  }

  codeFor(glyph: number, text: string): number {
    const key = `${glyph} ${text}`;
    const known = this.#codes.get(key);
    if (known !== undefined) return known;
    const code = this.#used.has(glyph) ? this.#next++ : glyph;
    this.#codes.set(key, code);
    this.#used.set(code, { glyph, text });
    return code;
  }

  /** Writes the texts of all assigned codes to the font. */
  save(): void {
    const { context } = this.#document;
    const codes = [...this.#used].sort(([a], [b]) => a - b);
    this.#font.set(
      PDFName.of('ToUnicode'),
      context.register(context.flateStream(toUnicode(codes.map(([code, { text }]) => [code, text])))),
    );
    const glyphs = new Uint8Array(2 * this.#next);
    for (let code = 0; code < this.#next; code += 1)
      new DataView(glyphs.buffer).setUint16(2 * code, this.#used.get(code)?.glyph ?? code);
    if (codes.every(([code, { glyph }]) => code === glyph)) return;
    this.#descendant.set(PDFName.of('CIDToGIDMap'), context.register(context.flateStream(glyphs)));
    const widths = this.#descendant.lookup(PDFName.of('W'), PDFArray);
    for (const [code, { glyph }] of codes)
      if (code !== glyph) for (const number of [code, code, this.advanceOf(glyph)]) widths.push(PDFNumber.of(number));
  }
}

/** The decoded content of a stream. */
export function decoded(reference: PDFObject | undefined, { context }: PDFDocument): Buffer {
  const stream = context.lookup(reference);
  if (!(stream instanceof PDFRawStream)) throw new Error('A stream of the file is missing.');
  return Buffer.from(decodePDFRawStream(stream).decode());
}

/** Typst writes single entries only, `<0001> <0054>`. */
function textsIn(map: string): Map<number, string> {
  const texts = new Map<number, string>();
  for (const section of map.matchAll(/beginbfchar(.*?)endbfchar/gs))
    for (const [, code = '', text = ''] of (section[1] ?? '').matchAll(/<(\w+)>\s*<(\w*)>/g))
      texts.set(Number.parseInt(code, 16), Buffer.from(text, 'hex').swap16().toString('utf16le'));
  return texts;
}

/** Reads both forms: `c [w …]` and `first last w`. */
function widthsIn(array: PDFArray): Map<number, number> {
  const widths = new Map<number, number>();
  for (let index = 0; index < array.size(); ) {
    const first = array.lookup(index, PDFNumber).asNumber();
    const second = array.lookup(index + 1);
    if (second instanceof PDFArray) {
      for (let at = 0; at < second.size(); at += 1) widths.set(first + at, second.lookup(at, PDFNumber).asNumber());
      index += 2;
    } else {
      const width = array.lookup(index + 2, PDFNumber).asNumber();
      const last = array.lookup(index + 1, PDFNumber).asNumber();
      for (let code = first; code <= last; code += 1) widths.set(code, width);
      index += 3;
    }
  }
  return widths;
}

const ENTRIES = 100;
const hex = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex');

function toUnicode(texts: readonly (readonly [number, string])[]): string {
  const sections: string[] = [];
  for (let index = 0; index < texts.length; index += ENTRIES) {
    const entries = texts.slice(index, index + ENTRIES);
    const lines = entries.map(([code, text]) => `<${code.toString(16).padStart(4, '0')}> <${hex(text)}>`);
    sections.push(`${entries.length} beginbfchar\n${lines.join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
${sections.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}
