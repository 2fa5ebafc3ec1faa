import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  type PDFFont,
  PDFHexString,
  PDFName,
  type PDFObject,
  type StandardFonts,
} from '@cantoo/pdf-lib';
import { type DeclaredLook, declaredLook } from './declared-look.ts';
import type { PlacedDrawing } from './drawing.ts';
import { type Box, geometryOf, seenBox } from './page-geometry.ts';
import { declaredTurn, partOf, seenTurn, sizeAlong } from './turned-text.ts';
import { inherited, numberIn, textIn, type Widget } from './widgets.ts';

/**
 * A list box, drawn alike on the signing page and in the sealed file; the page's CSS has the same
 * numbers.
 */
const LIST_FONT_SIZE = 12;
const LIST_PITCH = 1.2;
const LIST_PADDING = 2;
/** The highlight colour of Acrobat and pdf.js. */
const LIST_HIGHLIGHT = [0.6, 0.757, 0.855] as const;

/**
 * Baseline below the top of a line, in font sizes: centres the capitals of Helvetica on the line.
 */
const BASELINE = 0.96;
const NEUTRAL_TURNS = [1, 0, 0, 1, 0, 0];
const TURNS: Record<number, readonly number[]> = {
  90: [0, 1, -1, 0, 0, 0],
  180: [-1, 0, 0, -1, 0, 0],
  270: [0, -1, 1, 0, 0, 0],
};

export interface ListOption {
  /** The export value, which our field stores. */
  code: string;
  /** The display text. */
  text: string;
}

export interface ListWriter {
  /** Draws the list with these options selected; returns texts that the form's font cannot show. */
  select(widget: Widget, codes: readonly string[]): PlacedDrawing[];
}

export const optionsOfList = ({ dict }: Widget): ListOption[] => {
  const options = inherited(dict, 'Opt');
  if (!(options instanceof PDFArray)) return [];
  return options.asArray().flatMap((_, index) => {
    const option = options.lookup(index);
    const [code, text] =
      option instanceof PDFArray
        ? [textIn(option.lookup(0)), textIn(option.lookup(1))]
        : [textIn(option), textIn(option)];
    return code === undefined ? [] : [{ code, text: text?.trim() ? text : code }];
  });
};

/** The export values that the form itself has selected. */
export function selectedIn(widget: Widget): string[] {
  const value = inherited(widget.dict, 'V');
  const values: (PDFObject | undefined)[] =
    value instanceof PDFArray ? value.asArray().map((_, index) => value.lookup(index)) : [value];
  return values.flatMap((one) => textIn(one) ?? []);
}

export function listWriter(document: PDFDocument, fontNamed: (name: StandardFonts) => PDFFont): ListWriter {
  return {
    select(widget, codes) {
      const look = declaredLook(document, widget);
      const list = layOut(widget, look, codes);
      const font = fontNamed(look.font);
      const known = new Set(font.getCharacterSet());
      const isCovered = list.lines.every(({ text }) => [...text].every((one) => known.has(one.codePointAt(0) ?? 0)));
      setAppearance(document, widget, { list, font, look, withText: isCovered });
      return isCovered ? [] : overlaysOf(document, widget, list, look);
    },
  };
}

interface Line {
  text: string;
  isSelected: boolean;
}

interface ListLayout {
  lines: Line[];
  /** Number of lines that fit completely. */
  room: number;
  fontSize: number;
  width: number;
  height: number;
  border: number;
  turn: number;
}

/** The visible lines, from the form's own first line unless that would hide the selected one. */
function layOut(widget: Widget, look: DeclaredLook, codes: readonly string[]): ListLayout {
  const turn = declaredTurn(widget);
  const { width, height } = sizeAlong(widget.box ?? { width: 0, height: 0 }, turn);
  const border = borderOf(widget);
  const fontSize = look.fontSize ?? LIST_FONT_SIZE;
  const options = optionsOfList(widget);
  const fitting = (height - 2 * border) / (fontSize * LIST_PITCH);
  const room = Math.max(1, Math.floor(fitting + 1e-6));
  const first = firstLine(
    options.findIndex(({ code }) => codes.includes(code)),
    { top: numberIn(inherited(widget.dict, 'TI')), room, count: options.length },
  );
  const lines = options
    // Of a last line without full height the upper part is shown, as in every viewer.
    .slice(first, first + Math.max(1, Math.ceil(fitting - 1e-6)))
    .map(({ code, text }) => ({ text, isSelected: codes.includes(code) }));
  return { lines, room, fontSize, width, height, border, turn };
}

export function firstLine(
  selected: number,
  { top, room, count }: { top: number; room: number; count: number },
): number {
  const start = Math.min(Math.max(0, top), Math.max(0, count - room));
  if (selected < 0 || (selected >= start && selected < start + room)) return start;
  return Math.min(selected, Math.max(0, count - room));
}

const characteristicsOf = ({ dict }: Widget) => {
  const found = dict.lookup(PDFName.of('MK'));
  return found instanceof PDFDict ? found : undefined;
};

function borderOf(widget: Widget): number {
  if (!colorOf(widget, 'BC')) return 0;
  const style = widget.dict.lookup(PDFName.of('BS'));
  return style instanceof PDFDict ? numberIn(style.lookup(PDFName.of('W')), 1) : 1;
}

/** Operands and operator of a grey, RGB or CMYK colour. */
function colorOf(widget: Widget, key: 'BC' | 'BG'): { numbers: string; space: string } | undefined {
  const color = characteristicsOf(widget)?.lookup(PDFName.of(key));
  if (!(color instanceof PDFArray)) return undefined;
  const numbers = color.asArray().map((one) => numberIn(one));
  const space = { 1: 'g', 3: 'rg', 4: 'k' }[numbers.length];
  return space ? { numbers: numbers.join(' '), space } : undefined;
}

interface Appearance {
  list: ListLayout;
  font: PDFFont;
  look: DeclaredLook;
  withText: boolean;
}

function setAppearance(document: PDFDocument, widget: Widget, { list, font, look, withText }: Appearance): void {
  const { width, height, turn } = list;
  const content = [...frame(widget, list), ...lines(list, font, look, withText)].join('\n');
  const stream = document.context.stream(content, {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, width, height],
    Matrix: [...(TURNS[turn] ?? NEUTRAL_TURNS)],
    Resources: { Font: { List: font.ref } },
  });
  widget.dict.set(PDFName.of('AP'), document.context.obj({ N: document.context.register(stream) }));
  widget.dict.delete(PDFName.of('AS'));
}

function frame(widget: Widget, { width, height, border }: ListLayout): string[] {
  const background = colorOf(widget, 'BG');
  const edge = colorOf(widget, 'BC');
  const half = border / 2;
  return [
    ...(background ? [`q ${background.numbers} ${background.space} 0 0 ${width} ${height} re f Q`] : []),
    ...(edge && border > 0
      ? [
          `q ${edge.numbers} ${edge.space.toUpperCase()} ${border} w ` +
            `${half} ${half} ${width - border} ${height - border} re S Q`,
        ]
      : []),
  ];
}

function lines(list: ListLayout, font: PDFFont, look: DeclaredLook, withText: boolean): string[] {
  const { width, height, border, fontSize } = list;
  const pitch = fontSize * LIST_PITCH;
  const inner = { x: border, width: width - 2 * border, top: height - border };
  const color = rgbIn(look.color);
  const drawn = list.lines.flatMap(({ text, isSelected }, index) => {
    const bottom = inner.top - (index + 1) * pitch;
    const highlight = isSelected
      ? [`${LIST_HIGHLIGHT.join(' ')} rg ${inner.x} ${bottom} ${inner.width} ${pitch} re f`]
      : [];
    if (!withText) return highlight;
    const slack = inner.width - 2 * LIST_PADDING - font.widthOfTextAtSize(text, fontSize);
    const share = { left: 0, center: 0.5, right: 1 }[look.alignment];
    const x = inner.x + LIST_PADDING + Math.max(0, slack) * share;
    const y = inner.top - index * pitch - BASELINE * fontSize;
    const code = PDFHexString.of(font.encodeText(text).asString());
    return [...highlight, `${color} rg BT /List ${fontSize} Tf ${x} ${y} Td ${code} Tj ET`];
  });
  return [`q ${inner.x} ${border} ${inner.width} ${height - 2 * border} re W n`, ...drawn, 'Q'];
}

const rgbIn = (hex: string) =>
  [1, 3, 5].map((at) => (Number.parseInt(hex.slice(at, at + 2), 16) / 255).toFixed(4)).join(' ');

/** The same lines for the printer, whose fonts cover every accepted script. */
function overlaysOf(
  document: PDFDocument,
  widget: Widget,
  { lines: shown, room, fontSize, border }: ListLayout,
  look: DeclaredLook,
): PlacedDrawing[] {
  const box: Box = seenBox(widget.box ?? { x: 0, y: 0, width: 0, height: 0 }, geometryOf(widget.page));
  const pitch = fontSize * LIST_PITCH;
  const turn = seenTurn(widget);
  const along = sizeAlong(box, turn);
  const pageNumber = document.getPages().indexOf(widget.page) + 1;
  // The printer does not clip, so it only draws complete lines.
  return shown.slice(0, room).map(({ text }, index) => ({
    pageNumber,
    drawing: {
      kind: 'text',
      text: {
        text,
        fontSize,
        multiline: false,
        // The printer's padding is four points, a list's is two.
        ...partOf(box, turn, {
          x: border + LIST_PADDING - 4,
          y: border + index * pitch,
          width: along.width - 2 * border,
          height: pitch,
        }),
        ...(look.alignment !== 'left' && { alignment: look.alignment }),
        ...(look.color !== '#000000' && { color: look.color }),
        ...(turn !== 0 && { turn }),
      },
    },
  }));
}
