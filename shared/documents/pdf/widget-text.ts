import {
  PDFAcroText,
  PDFDict,
  type PDFDocument,
  type PDFFont,
  PDFName,
  PDFNumber,
  PDFString,
  PDFTextField,
  type StandardFonts,
} from '@cantoo/pdf-lib';
import { type DeclaredLook, declaredLook } from './declared-look.ts';
import { flagsOf, inherited, numberIn, type Widget } from './widgets.ts';

const MULTILINE = 1 << 12;
const COMB = 1 << 24;

/** Writes into the fields of one form; each font is embedded once. */
export interface TextWriter {
  /** False where the form's font lacks a character of the text, or the field is too odd to be drawn. */
  write(widget: Widget, text: string): boolean;
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
  return {
    write(widget, text) {
      const look = declaredLook(document, widget);
      const font = fontNamed(look.font);
      if (!covers(font, text)) return false;
      try {
        draw(document, widget, text, look, font);
        return true;
      } catch {
        return false; // a border that is a number, a colour that is a name: such forms exist
      }
    },
  };
}

/** The library prints a question mark for what its font lacks, and says nothing. */
function covers(font: PDFFont, text: string): boolean {
  const known = new Set(font.getCharacterSet());
  return [...text].every(
    (one) => one === '\n' || one === '\r' || known.has(one.codePointAt(0) ?? 0),
  );
}

/**
 * Each widget is drawn as a text field of its own, whatever field it belongs to: it is about to become
 * part of the page, so how it looks is all that is left of it.
 */
function draw(
  document: PDFDocument,
  widget: Widget,
  text: string,
  look: DeclaredLook,
  font: PDFFont,
): void {
  const { dict, ref } = widget;
  const limit = numberIn(inherited(dict, 'MaxLen'));
  const isCombed =
    widget.kind === 'text' && (flagsOf(dict) & COMB) !== 0 && limit >= [...text].length;
  const set = (key: string, value: PDFName | PDFNumber | PDFString) =>
    dict.set(PDFName.of(key), value);

  set('Ff', PDFNumber.of((isMultiline(widget) ? MULTILINE : 0) | (isCombed ? COMB : 0)));
  set('FT', PDFName.of('Tx'));
  set('DA', PDFString.of(look.defaultAppearance));
  set('Q', PDFNumber.of(['left', 'center', 'right'].indexOf(look.alignment)));
  if (isCombed) set('MaxLen', PDFNumber.of(limit));
  else dict.delete(PDFName.of('MaxLen'));
  for (const key of ['Parent', 'Kids', 'V', 'RV', 'DV']) dict.delete(PDFName.of(key));
  giveBorderItsWidth(dict);

  const field = PDFTextField.of(PDFAcroText.fromDict(dict, ref), ref, document);
  field.setText(text);
  field.updateAppearances(font);
}

export const isMultiline = ({ kind, dict }: Widget) =>
  kind === 'text' && (flagsOf(dict) & MULTILINE) !== 0;

/** A border that has a colour and no width is one point wide; the library takes it for none. */
function giveBorderItsWidth(dict: PDFDict): void {
  const look = dict.lookup(PDFName.of('MK'));
  const isColoured = look instanceof PDFDict && look.has(PDFName.of('BC'));
  if (isColoured && !dict.has(PDFName.of('BS')) && !dict.has(PDFName.of('Border')))
    dict.set(PDFName.of('BS'), dict.context.obj({ W: 1 }));
}
