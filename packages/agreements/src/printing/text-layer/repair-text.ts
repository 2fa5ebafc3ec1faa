import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber, type PDFPage } from '@cantoo/pdf-lib';
import { glyphTexts } from './clusters.ts';
import { decoded, FontCodes } from './font-codes.ts';
import { linesOf, type PlacedGlyph, type TextItem, textItemsIn } from './text-items.ts';

/**
 * Makes the text extracted from a file the text that was printed. Typst writes letters of several
 * glyphs (Arabic with its dots, the scripts of India, Vietnamese) in a way that readers interpret
 * differently: some extract letters twice, some extract others. Here every letter is one glyph with
 * its text in the font's `ToUnicode` table, and its other glyphs are drawn as shapes. The
 * appearance does not change.
 */
export async function repairText(pdf: Uint8Array): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  const fonts = new Map<PDFDict, FontCodes>();
  for (const page of document.getPages()) repairPage(document, page, fonts);
  for (const font of fonts.values()) font.save();
  return document.save({
    useObjectStreams: false,
    addDefaultPage: false,
    updateFieldAppearances: false,
  });
}

function repairPage(document: PDFDocument, page: PDFPage, fonts: Map<PDFDict, FontCodes>): void {
  const resources = page.node.Resources()?.lookupMaybe(PDFName.of('Font'), PDFDict);
  if (!resources) return;
  const fontOf = (name: string) => {
    const dictionary = resources.lookup(PDFName.of(name.slice(1)), PDFDict);
    const known = fonts.get(dictionary) ?? new FontCodes(document, dictionary);
    fonts.set(dictionary, known);
    return known;
  };
  const content = decoded(page.node.get(PDFName.of('Contents')), document).toString('latin1');
  const items = textItemsIn(content, fontOf);
  if (!items) throw new Error('A page holds text that is written in an unknown way.');
  const repaired = rewritten(content, linesOf(items, partsOf(document, page)), fontOf);
  page.node.set(
    PDFName.of('Contents'),
    document.context.register(document.context.flateStream(Buffer.from(repaired, 'latin1'))),
  );
}

/** The structure element of a mark on the page. */
function partsOf(document: PDFDocument, page: PDFPage): (mark: number | undefined) => unknown {
  const number = page.node.lookupMaybe(PDFName.of('StructParents'), PDFNumber)?.asNumber();
  const tree = document.catalog
    .lookupMaybe(PDFName.of('StructTreeRoot'), PDFDict)
    ?.lookupMaybe(PDFName.of('ParentTree'), PDFDict)
    ?.lookupMaybe(PDFName.of('Nums'), PDFArray);
  const at = tree
    ?.asArray()
    .findIndex((entry, index) => index % 2 === 0 && entry instanceof PDFNumber && entry.asNumber() === number);
  const parts = at === undefined || at < 0 ? undefined : tree?.lookupMaybe(at + 1, PDFArray);
  return (mark) => (mark === undefined ? undefined : parts?.get(mark));
}

type Fonts = (name: string) => FontCodes;

function rewritten(content: string, lines: readonly TextItem[][], fontOf: Fonts): string {
  const parts: string[] = [];
  let at = 0;
  for (const line of lines)
    for (const [item, text] of shownLine(line, fontOf)) {
      parts.push(content.slice(at, item.start), text);
      at = item.end;
    }
  return parts.join('') + content.slice(at);
}

/**
 * Letters of a line are shown from its first letter on, and their other parts at their own
 * positions.
 */
function shownLine(line: readonly TextItem[], fontOf: Fonts): Map<TextItem, string> {
  const texts = glyphTexts(line.flatMap((item, index) => item.units.map((unit) => ({ ...unit, item: index }))));
  const shown = new Map<TextItem, string>();
  let first: TextItem | undefined;
  const letters: ReadGlyph[] = [];
  const isRead = (glyph: PlacedGlyph) => texts.get(glyph) !== undefined;
  for (const item of line) {
    const font = fontOf(item.font);
    const glyphs = item.units.flatMap((unit) => unit.glyphs);
    const read = glyphs.filter(isRead);
    const isOnLine = !first || Math.abs(item.place.y - first.place.y) < SAME_HEIGHT;
    if (read.length > 0 && isOnLine) first ??= item;
    const moved = read.map((glyph) => ({
      ...glyph,
      x: glyph.x + item.place.x - (isOnLine && first ? first : item).place.x,
      text: texts.get(glyph) ?? '',
    }));
    if (isOnLine) letters.push(...moved);
    const outlines = glyphs.filter((glyph) => !isRead(glyph)).map((one) => outline(one, item, font));
    shown.set(item, [isOnLine ? '' : textLine(moved, item, font), ...outlines].join('\n'));
  }
  // Without a letter, no reader could tell that the line runs from right to left.
  if (line.some(({ isReversed }) => isReversed) && !letters.some(({ text }) => LETTER.test(text))) letters.reverse();
  if (first) {
    const others = shown.get(first) ?? '';
    shown.set(first, `${textLine(letters, first, fontOf(first.font))}\n${others}`);
  }
  return shown;
}

const SAME_HEIGHT = 0.01;
const LETTER = /\p{L}/u;

interface ReadGlyph extends PlacedGlyph {
  text: string;
}

function textLine(glyphs: readonly ReadGlyph[], { font: name, size }: TextItem, font: FontCodes): string {
  if (glyphs.length === 0) return '';
  let array = '';
  let codes = '';
  let x = 0;
  for (const glyph of glyphs) {
    const shift = Math.round(((x - glyph.x) / size) * 100_000) / 100;
    if (Math.abs(shift) >= LEAST_SHIFT) {
      if (codes) array += `<${codes}>`;
      codes = '';
      array += ` ${shift} `;
      x = glyph.x;
    }
    codes += font.codeFor(glyph.code, glyph.text).toString(16).padStart(4, '0');
    x += (glyph.advance / 1000) * size;
  }
  return `BT\n0 Tr\n${name} ${size} Tf\n1 0 0 -1 0 0 Tm\n[${array}<${codes}>] TJ\nET`;
}

/** In thousandths of the font size: less than the rounding of written lengths. */
const LEAST_SHIFT = 0.5;

function outline({ code, x }: PlacedGlyph, { size }: TextItem, { outlines }: FontCodes): string {
  const path = outlines.pathOf(code);
  if (!path) return '';
  const scale = size / outlines.unitsPerEm;
  return `q\n${number(scale)} 0 0 ${number(-scale)} ${number(x)} 0 cm\n${path} f\nQ`;
}

const number = (value: number) => String(Math.round(value * 1e6) / 1e6);
