import { PDFArray, type PDFDocument } from '@cantoo/pdf-lib';
import { declaredLook } from './declared-look.ts';
import { boxOf, CHECKED, type Drawing, drawingOf, fontSizeIn, type Stamp } from './drawing.ts';
import { type Box, geometryOf, seenBox } from './page-geometry.ts';
import { type MarkWriter, markWriter, meantBy } from './widget-marks.ts';
import { isMultiline, type TextWriter, textWriter } from './widget-text.ts';
import { inherited, textIn, type Widget, widgetsOf } from './widgets.ts';

/** A drawing with the page it goes onto. */
export interface PlacedDrawing {
  /** Counts from 1. */
  pageNumber: number;
  drawing: Drawing;
}

interface Form {
  document: PDFDocument;
  widgets: Map<string, Widget[]>;
  text: TextWriter;
  marks: MarkWriter;
}

/**
 * Puts each value that belongs to a field of the PDF's own form into that field, and says what is to be
 * drawn beside: values no form takes. A value is never lost: where the form has no such field, or
 * none that could show it, it is drawn as if it were not linked.
 */
export function fillForm(document: PDFDocument, stamps: readonly Stamp[]): PlacedDrawing[] {
  if (stamps.every(({ acroFieldName }) => acroFieldName === null)) return stamps.flatMap(unlinked);
  const seen = widgetsOf(document).filter(({ isHidden, box }) => !isHidden && box);
  const form: Form = {
    document,
    widgets: Map.groupBy(seen, ({ name }) => name),
    text: textWriter(document),
    marks: markWriter(document),
  };
  return stamps.flatMap((stamp) => {
    const widgets = form.widgets.get(stamp.acroFieldName ?? '');
    return (widgets && fill(form, widgets, stamp)) ?? unlinked(stamp);
  });
}

function unlinked(stamp: Stamp): PlacedDrawing[] {
  const drawing = drawingOf(stamp);
  return drawing ? [{ pageNumber: stamp.pageNumber, drawing }] : [];
}

/** What remains to be drawn; undefined where the field cannot take the value. */
function fill(form: Form, widgets: Widget[], stamp: Stamp): PlacedDrawing[] | undefined {
  if (stamp.fieldType === 'signature' || stamp.fieldType === 'initials')
    return inRectangle(form, widgets, stamp);
  const kind = widgets[0]?.kind;
  if (kind === 'checkbox' || kind === 'radio') return tick(form, widgets, stamp);
  if (stamp.fieldType === 'checkbox') return undefined;
  if (kind === 'text' || kind === 'dropdown') return write(form, widgets, stamp);
  return undefined;
}

/** A picture goes where the form has its place for a signature. */
function inRectangle(form: Form, widgets: readonly Widget[], stamp: Stamp) {
  return widgets.flatMap((widget) => {
    const drawing = drawingOf(stamp, seenBoxOf(widget));
    return drawing ? [{ pageNumber: pageNumberOf(form, widget), drawing }] : [];
  });
}

function tick({ marks }: Form, widgets: readonly Widget[], stamp: Stamp) {
  const { value } = stamp;
  const meant = value ? meantBy(value, widgets) : [];
  const chosen = meant.length === 0 && value === CHECKED ? nearest(widgets, stamp) : meant;
  if (value && chosen.length === 0) return undefined;
  for (const widget of widgets) {
    if (chosen.includes(widget)) marks.mark(widget);
    else marks.clear(widget);
  }
  return [];
}

/** Of several buttons under one name, a tick means the one that the field was put over. */
function nearest(widgets: readonly Widget[], stamp: Stamp): Widget[] {
  const middle = centreOf(boxOf(stamp));
  const distance = (widget: Widget) => {
    const { x, y } = centreOf(seenBoxOf(widget));
    return Math.hypot(x - middle.x, y - middle.y);
  };
  return widgets.toSorted((one, other) => distance(one) - distance(other)).slice(0, 1);
}

const centreOf = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });

function write(form: Form, widgets: readonly Widget[], { value }: Stamp) {
  return widgets.flatMap((widget): PlacedDrawing[] => {
    const text = displayed(widget, value ?? '');
    if (form.text.write(widget, text)) return [];
    const { fontSize, alignment, color } = declaredLook(form.document, widget);
    const box = seenBoxOf(widget);
    const drawing: Drawing = {
      kind: 'text',
      text: {
        ...{ text, ...box, fontSize: fontSize ?? fontSizeIn(box) },
        multiline: isMultiline(widget),
        ...(alignment !== 'left' && { alignment }),
        ...(color !== BLACK && { color }),
      },
    };
    // Its frame stays; what stood in it does not show through.
    form.text.write(widget, '');
    return [{ pageNumber: pageNumberOf(form, widget), drawing }];
  });
}

const BLACK = '#000000';

/** A dropdown may keep a code for each of its texts; people read the text. */
function displayed({ kind, dict }: Widget, value: string): string {
  const options = kind === 'dropdown' ? inherited(dict, 'Opt') : undefined;
  if (!(options instanceof PDFArray)) return value;
  for (let index = 0; index < options.size(); index += 1) {
    const option = options.lookup(index);
    if (option instanceof PDFArray && textIn(option.lookup(0)) === value)
      return textIn(option.lookup(1)) ?? value;
  }
  return value;
}

const seenBoxOf = ({ box, page }: Widget): Box =>
  seenBox(box ?? { x: 0, y: 0, width: 0, height: 0 }, geometryOf(page));

const pageNumberOf = ({ document }: Form, { page }: Widget) =>
  document.getPages().indexOf(page) + 1;
