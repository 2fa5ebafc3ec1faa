import {
  layoutMultilineText,
  PDFAcroText,
  PDFDict,
  type PDFDocument,
  type PDFFont,
  PDFName,
  PDFNumber,
  PDFString,
  PDFTextField,
  type StandardFonts,
  TextAlignment,
} from '@cantoo/pdf-lib';
import { type Cut, cutToRoom } from './cut-text.ts';
import { type DeclaredLook, declaredLook } from './declared-look.ts';
import { declaredTurn, sizeAlong } from './turned-text.ts';
import { flagsOf, inherited, numberIn, type Widget } from './widgets.ts';

const MULTILINE = 1 << 12;
const COMB = 1 << 24;

/** Writes into the fields of one form; each font is embedded once. */
export interface TextWriter {
  /**
   * False if the form's font lacks a character of the text, or the field is too malformed to draw.
   */
  write(widget: Widget, text: string): boolean;
  /** What of the text the field had no room for. */
  cutOf(widget: Widget): Cut | undefined;
}

/** The standard fonts of one file, each embedded once. */
export function standardFonts(document: PDFDocument): (name: StandardFonts) => PDFFont {
  const fonts = new Map<StandardFonts, PDFFont>();
  return (name) => {
    const font = fonts.get(name) ?? document.embedStandardFont(name);
    fonts.set(name, font);
    return font;
  };
}

export function textWriter(document: PDFDocument, fontNamed = standardFonts(document)): TextWriter {
  const cuts = new WeakMap<PDFDict, Cut>();
  return {
    cutOf: ({ dict }) => cuts.get(dict),
    write(widget, text) {
      const look = declaredLook(document, widget);
      const font = fontNamed(look.font);
      if (!covers(font, text)) return false;
      try {
        const cut = draw(document, widget, text, look, font);
        if (cut) cuts.set(widget.dict, cut);
        return true;
      } catch {
        return false; // some forms have a number as border or a name as colour
      }
    },
  };
}

/** The library silently prints a question mark for missing characters. */
function covers(font: PDFFont, text: string): boolean {
  const known = new Set(font.getCharacterSet());
  return [...text].every((one) => one === '\n' || one === '\r' || known.has(one.codePointAt(0) ?? 0));
}

/**
 * Each widget is drawn as a text field of its own, whatever field it belongs to: only its
 * appearance remains, because it becomes part of the page.
 */
function draw(document: PDFDocument, widget: Widget, text: string, look: DeclaredLook, font: PDFFont): Cut | undefined {
  const { dict, ref } = widget;
  const limit = numberIn(inherited(dict, 'MaxLen'));
  const isCombed = widget.kind === 'text' && (flagsOf(dict) & COMB) !== 0 && limit >= [...text].length;
  const set = (key: string, value: PDFName | PDFNumber | PDFString) => dict.set(PDFName.of(key), value);

  set('Ff', PDFNumber.of((isMultiline(widget) ? MULTILINE : 0) | (isCombed ? COMB : 0)));
  set('FT', PDFName.of('Tx'));
  set('DA', PDFString.of(appearanceFor(widget, text, look, font)));
  set('Q', PDFNumber.of(['left', 'center', 'right'].indexOf(look.alignment)));
  if (isCombed) set('MaxLen', PDFNumber.of(limit));
  else dict.delete(PDFName.of('MaxLen'));
  for (const key of ['Parent', 'Kids', 'V', 'RV', 'DV']) dict.delete(PDFName.of(key));
  giveBorderItsWidth(dict);

  const field = PDFTextField.of(PDFAcroText.fromDict(dict, ref), ref, document);
  const { text: shown, cut } = isCombed ? { text } : cutToRoom(text, roomIn(field, widget, font));
  field.setText(shown);
  field.updateAppearances(font);
  return cut;
}

/** The space that the library gives to the text of a field. */
function roomIn(field: PDFTextField, widget: Widget, font: PDFFont) {
  const [drawn] = field.acroField.getWidgets();
  const inset = (drawn?.getBorderStyle()?.getWidth() ?? 0) + TEXT_INSET;
  const { width, height } = sizeAlong(widget.box ?? { width: 0, height: 0 }, declaredTurn(widget));
  const fontSize = drawn?.getDefaultAppearance() && Number(FONT_SIZE.exec(drawn.getDefaultAppearance() ?? '')?.[2]);
  return {
    font,
    fontSize: fontSize || undefined,
    multiline: isMultiline(widget),
    width: width - 2 * inset,
    height: height - 2 * inset,
  };
}

/** The default of viewers, unless the text does not fit. */
const USUAL_SIZE = 12;
const LEAST_SIZE = 4;
const TEXT_INSET = 1;

/**
 * A form may leave the font size of multiline text open. The library then takes the largest that
 * fits, so that a single word fills the box; viewers begin with 12 points.
 */
function appearanceFor(widget: Widget, text: string, look: DeclaredLook, font: PDFFont): string {
  if (look.fontSize !== undefined || !isMultiline(widget) || !widget.box) return look.defaultAppearance;
  const { width, height } = sizeAlong(widget.box, declaredTurn(widget));
  const inner = { x: 0, y: 0, width: width - 4 * TEXT_INSET, height: height - 4 * TEXT_INSET };
  const fits = (fontSize: number) => {
    const alignment = TextAlignment.Left;
    const { lines, lineHeight } = layoutMultilineText(text, { alignment, fontSize, font, bounds: inner });
    return lines.length * lineHeight <= inner.height;
  };
  let size = USUAL_SIZE;
  while (size > LEAST_SIZE && !fits(size)) size -= 0.5;
  return look.defaultAppearance.replace(FONT_SIZE, `$1${size}$3`);
}

const FONT_SIZE = /(\/\S+\s+)([\d.]+)(\s+Tf)/;

export const isMultiline = ({ kind, dict }: Widget) => kind === 'text' && (flagsOf(dict) & MULTILINE) !== 0;

/** A border with a colour and no width is one point wide; the library draws none. */
function giveBorderItsWidth(dict: PDFDict): void {
  const look = dict.lookup(PDFName.of('MK'));
  const isColoured = look instanceof PDFDict && look.has(PDFName.of('BC'));
  if (isColoured && !dict.has(PDFName.of('BS')) && !dict.has(PDFName.of('Border')))
    dict.set(PDFName.of('BS'), dict.context.obj({ W: 1 }));
}
