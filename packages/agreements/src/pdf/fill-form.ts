import type { PDFDocument } from '@cantoo/pdf-lib';
import { isDrawn, isTicked } from '../fields/field-types.ts';
import { boxOf, CHECKED, drawingOf, type PlacedDrawing, type Stamp } from './drawing.ts';
import type { Box } from './page-geometry.ts';
import { type ListWriter, listWriter, optionsOfList } from './widget-list.ts';
import { type MarkWriter, markWriter, meantBy } from './widget-marks.ts';
import { standardFonts, type TextWriter, textWriter } from './widget-text.ts';
import { type Widget, widgetsOf } from './widgets.ts';
import { pageNumberOf, seenBoxOf, textOfOption, writeValue } from './write-value.ts';

/** A PDF's own form, opened for filling. */
export interface PdfForm {
  document: PDFDocument;
  /** Visible widgets, by field name. */
  widgets: Map<string, Widget[]>;
  text: TextWriter;
  lists: ListWriter;
  marks: MarkWriter;
  isPrintable: IsPrintable;
}

/** Whether the printer has a font for every character of a text. */
export type IsPrintable = (text: string) => boolean;

export function openForm(document: PDFDocument, isPrintable: IsPrintable): PdfForm {
  const widgets = new Map<string, Widget[]>();
  for (const widget of widgetsOf(document))
    if (!widget.isHidden && widget.box) widgets.set(widget.name, [...(widgets.get(widget.name) ?? []), widget]);
  const fontNamed = standardFonts(document);
  return {
    document,
    widgets,
    isPrintable,
    text: textWriter(document, fontNamed),
    lists: listWriter(document, fontNamed),
    marks: markWriter(document),
  };
}

/**
 * Fills linked fields of the PDF's own form, and returns what must be drawn in addition. A value is
 * never lost: if the form has no such field, or the field cannot show the value, it is drawn as if
 * it were not linked.
 */
export function fillForm(document: PDFDocument, stamps: readonly Stamp[], isPrintable: IsPrintable): PlacedDrawing[] {
  if (stamps.every(({ acroFieldName }) => acroFieldName === null)) return stamps.flatMap(unlinked);
  const form = openForm(document, isPrintable);
  return stamps.flatMap((stamp) => {
    const widgets = form.widgets.get(stamp.acroFieldName ?? '');
    return (widgets && fillWidgets(form, widgets, stamp)) ?? unlinked(stamp);
  });
}

function unlinked(stamp: Stamp): PlacedDrawing[] {
  const drawing = drawingOf(stamp);
  return drawing ? [{ pageNumber: stamp.pageNumber, drawing }] : [];
}

/** What remains to be drawn; undefined if the field cannot show the value. */
export function fillWidgets(form: PdfForm, widgets: readonly Widget[], stamp: Stamp): PlacedDrawing[] | undefined {
  if (isDrawn(stamp)) return inRectangle(form, widgets, stamp);
  const kind = widgets[0]?.kind;
  if (kind === 'checkbox' || kind === 'radio') return tick(form, widgets, stamp);
  if (isTicked(stamp)) return undefined;
  if (kind === 'text' || kind === 'dropdown') return write(form, widgets, stamp);
  if (kind === 'listbox') return select(form, widgets, stamp);
  return undefined;
}

/** A picture is drawn in the rectangle of the form's field, whose text is removed. */
function inRectangle(form: PdfForm, widgets: readonly Widget[], stamp: Stamp) {
  return widgets.flatMap((widget) => {
    if (widget.kind === 'text') form.text.write(widget, '');
    const drawing = drawingOf(stamp, seenBoxOf(widget));
    return drawing ? [{ pageNumber: pageNumberOf(form.document, widget), drawing }] : [];
  });
}

function tick({ marks }: PdfForm, widgets: readonly Widget[], stamp: Stamp) {
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

/** Of several buttons with one name, a tick selects the one nearest to the field. */
function nearest(widgets: readonly Widget[], stamp: Stamp): Widget[] {
  const middle = centreOf(boxOf(stamp));
  const distance = (widget: Widget) => {
    const { x, y } = centreOf(seenBoxOf(widget));
    return Math.hypot(x - middle.x, y - middle.y);
  };
  return widgets.toSorted((one, other) => distance(one) - distance(other)).slice(0, 1);
}

const centreOf = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });

const write = (form: PdfForm, widgets: readonly Widget[], { value }: Stamp) =>
  widgets.flatMap((widget) => writeValue(form.document, form.text, widget, displayed(form, widget, value ?? '')));

/** The list itself shows the choice; an unknown option cannot be selected. */
function select({ lists }: PdfForm, widgets: readonly Widget[], { value }: Stamp) {
  const hasOption = (widget: Widget) => optionsOfList(widget).some(({ code }) => code === value);
  if (value !== null && !widgets.every(hasOption)) return undefined;
  return widgets.flatMap((widget) => lists.select(widget, value === null ? [] : [value]));
}

/**
 * The display text of the chosen option. It has not been checked for printable characters, and the
 * signer was shown the option itself, which therefore replaces a text that is blank or that no font
 * covers.
 */
function displayed({ isPrintable }: PdfForm, widget: Widget, option: string): string {
  const text = textOfOption(widget, option) ?? '';
  return text.trim() === '' || !isPrintable(text) ? option : text;
}
