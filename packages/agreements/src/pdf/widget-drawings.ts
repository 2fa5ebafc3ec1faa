import {
  concatTransformationMatrix,
  degrees,
  drawObject,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  PDFObjectCopier,
} from '@cantoo/pdf-lib';
import type { Cut } from './cut-text.ts';
import { type DeclaredLook, declaredLook } from './declared-look.ts';
import type { Stamp } from './drawing.ts';
import { fillWidgets, openForm, type PdfForm } from './fill-form.ts';
import { loadPdf } from './load-pdf.ts';
import type { OverlayText } from './overlay.ts';
import { type Box, geometryOf } from './page-geometry.ts';
import { appearanceOf, placeAppearance } from './widget-appearance.ts';
import type { Widget } from './widgets.ts';
import { pageNumberOf, seenBoxOf } from './write-value.ts';

/** The visible position of a widget, in points from the top left of its page. */
export interface WidgetPlace extends Box {
  pageNumber: number;
}

interface DrawnWidget {
  /** Page of its drawing; null if nothing is drawn. */
  drawnOn: number | null;
  /** Widgets are drawn above those with a lower number. */
  order: number;
}

/** What one linked field draws on the pages of the sealed file. */
export interface LinkedDrawing {
  /** Every widget of its form field. */
  widgets: (WidgetPlace & DrawnWidget)[];
  /** Values that the form's font lacks, which the printer prints. */
  texts: { pageNumber: number; text: OverlayText }[];
  /** What of the value the form field has no room for. */
  cut: Cut | null;
  look: Pick<DeclaredLook, 'alignment' | 'color' | 'font'> & { fontSize: number | null };
}

export interface WidgetDrawings {
  /** One page per drawn widget, of exactly its size. */
  pdf: Uint8Array;
  /** In the order of the stamps; null if the form field is missing or cannot show the value. */
  fields: (LinkedDrawing | null)[];
}

export interface FormDrawer {
  draw(stamps: readonly Stamp[]): Promise<WidgetDrawings>;
}

/**
 * Draws linked fields with the code that fills the form when the file is sealed, so that a signer
 * sees what will be sealed. The file itself is not changed: each drawing works on copies of its
 * widgets.
 */
export async function formDrawer(pdf: Uint8Array): Promise<FormDrawer> {
  const document = await loadPdf(pdf);
  // Without the printer's font table; only a dropdown's text that no font has is shown differently.
  const form = openForm(document, () => true);
  return { draw: (stamps) => drawFields(form, stamps) };
}

async function drawFields(form: PdfForm, stamps: readonly Stamp[]): Promise<WidgetDrawings> {
  const drawings = await PDFDocument.create({ updateMetadata: false });
  const filled = stamps.map((stamp) => filledCopies(form, stamp));
  // Fonts are only written on save, so they are flushed now.
  await form.document.flush();
  const copier = PDFObjectCopier.for(form.document.context, drawings.context);
  const fields = filled.map((field) => {
    if (!field) return null;
    const widgets = field.copies.map((copy) => ({
      pageNumber: pageNumberOf(form.document, copy),
      ...seenBoxOf(copy),
      drawnOn: drawWidget(form.document, copy, { drawings, copier }),
      order: copy.order,
    }));
    return { widgets, texts: field.texts, cut: field.cut, look: field.look };
  });
  return { pdf: await drawings.save({ addDefaultPage: true }), fields };
}

function filledCopies(form: PdfForm, stamp: Stamp) {
  const widgets = form.widgets.get(stamp.acroFieldName ?? '');
  const [first] = widgets ?? [];
  if (!widgets || !first) return undefined;
  const copies = widgets.map((widget) => copyOf(form.document, widget));
  const left = fillWidgets(form, copies, stamp);
  if (!left) return undefined;
  const { fontSize = null, ...look } = declaredLook(form.document, first);
  const texts = left.flatMap(({ pageNumber, drawing }) =>
    drawing.kind === 'text' ? { pageNumber, text: drawing.text } : [],
  );
  const cut = copies.map((copy) => form.text.cutOf(copy)).find((one) => one !== undefined) ?? null;
  return { copies, texts, cut, look: { ...look, fontSize } };
}

/** Filling a widget changes its dictionary and its appearance dictionary. */
function copyOf({ context }: PDFDocument, widget: Widget): Widget {
  const dict = widget.dict.clone(context);
  const appearances = dict.lookup(PDFName.of('AP'));
  if (appearances instanceof PDFDict) dict.set(PDFName.of('AP'), appearances.clone(context));
  return { ...widget, dict, ref: context.register(dict) };
}

/** Draws a widget on its own page, with its rectangle and the rotation of its page. */
function drawWidget(
  document: PDFDocument,
  widget: Widget,
  { drawings, copier }: { drawings: PDFDocument; copier: PDFObjectCopier },
): number | null {
  const appearance = appearanceOf(widget);
  const placement = appearance && placeAppearance(document, widget, appearance);
  if (!appearance || !placement || !widget.box) return null;
  const { rotation, userUnit } = geometryOf(widget.page);
  const page = drawings.addPage();
  page.setMediaBox(widget.box.x, widget.box.y, widget.box.width, widget.box.height);
  page.setRotation(degrees(rotation));
  page.node.set(PDFName.of('UserUnit'), PDFNumber.of(userUnit));
  const name = page.node.newXObject('Widget', copier.copy(appearance));
  page.pushOperators(concatTransformationMatrix(...placement), drawObject(name));
  return drawings.getPageCount();
}
