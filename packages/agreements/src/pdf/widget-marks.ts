import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  type PDFFont,
  PDFHexString,
  PDFName,
  StandardFonts,
} from '@cantoo/pdf-lib';
import { inherited, textIn, type Widget } from './widgets.ts';

/** Checks boxes and radio buttons with the form's own marks. */
export interface MarkWriter {
  mark(widget: Widget): void;
  clear(widget: Widget): void;
}

const OFF = PDFName.of('Off');
const ON = PDFName.of('Yes');
const STATE = PDFName.of('AS');

/** Default marks of a form that does not draw its own: characters of ZapfDingbats. */
const USUAL_MARKS = { checkbox: '4', radio: 'l' };
const MARK_OF_BOX = 0.8;

export function markWriter(document: PDFDocument): MarkWriter {
  let dingbats: PDFFont | undefined;
  return {
    mark(widget) {
      if (!onStateOf(widget)) {
        dingbats ??= document.embedStandardFont(StandardFonts.ZapfDingbats);
        giveAppearance(document, widget, dingbats);
      }
      widget.dict.set(STATE, onStateOf(widget) ?? ON);
    },
    clear: ({ dict }) => dict.set(STATE, OFF),
  };
}

/** The checked state of a box: its appearance that is not `Off`. */
function onStateOf({ dict }: Widget): PDFName | undefined {
  const appearances = dict.lookup(PDFName.of('AP'));
  const normal = appearances instanceof PDFDict ? appearances.lookup(PDFName.of('N')) : undefined;
  return normal instanceof PDFDict ? normal.keys().find((state) => state !== OFF) : undefined;
}

/** The buttons that a value selects: by the form's names for them, or by their state names. */
export function meantBy(value: string, widgets: readonly Widget[]): Widget[] {
  const named = widgets.filter((widget) => nameOf(widget) === value);
  return named.length > 0 ? named : widgets.filter((widget) => onStateOf(widget)?.decodeText() === value);
}

/** If a form lists names for its buttons, their states are indexes into that list. */
function nameOf(widget: Widget): string | undefined {
  const names = inherited(widget.dict, 'Opt');
  const index = Number(onStateOf(widget)?.decodeText());
  return names instanceof PDFArray && Number.isInteger(index) && index >= 0 && index < names.size()
    ? textIn(names.lookup(index))
    : undefined;
}

function giveAppearance(document: PDFDocument, widget: Widget, font: PDFFont): void {
  const { width, height } = widget.box ?? { width: 0, height: 0 };
  const characteristics = widget.dict.lookup(PDFName.of('MK'));
  const declared = characteristics instanceof PDFDict ? textIn(characteristics.lookup(PDFName.of('CA'))) : undefined;
  const letter = declared || USUAL_MARKS[widget.kind === 'radio' ? 'radio' : 'checkbox'];

  const size = Math.min(width, height) * MARK_OF_BOX;
  const left = (width - font.widthOfTextAtSize(dingbatFor(letter), size)) / 2;
  const bottom = (height - font.heightAtSize(size, { descender: false })) / 2;
  const code = PDFHexString.of(hexOf(letter));
  const content = `q 0 g BT /Mark ${size} Tf ${left} ${bottom} Td ${code} Tj ET Q`;
  const stream = document.context.stream(content, {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, width, height],
    Resources: { Font: { Mark: font.ref } },
  });
  const states = document.context.obj({ Yes: document.context.register(stream) });
  widget.dict.set(PDFName.of('AP'), document.context.obj({ N: states }));
}

/** One byte each, in the encoding of ZapfDingbats. */
const hexOf = (letters: string) =>
  Array.from(letters, (one) => ((one.codePointAt(0) ?? 0) & 0xff).toString(16).padStart(2, '0')).join('');

/** The library measures dingbats by Unicode character, but forms name them by code. */
const dingbatFor = (letter: string) => ({ '4': '✔', '8': '✘', l: '●', u: '◆', n: '■', H: '★' })[letter] ?? '✔';
