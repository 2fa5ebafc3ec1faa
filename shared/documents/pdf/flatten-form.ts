import {
  concatTransformationMatrix,
  drawObject,
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  type PDFObject,
  PDFRef,
  PDFStream,
  popGraphicsState,
  pushGraphicsState,
} from '@cantoo/pdf-lib';
import { drawOnPage } from './draw-on-page.ts';
import type { PlacedDrawing } from './drawing.ts';
import { type Box, boxFrom, type Matrix } from './page-geometry.ts';
import { listWriter, selectedIn } from './widget-list.ts';
import { standardFonts, type TextWriter, textWriter } from './widget-text.ts';
import { inherited, isWidget, numberIn, textIn, type Widget, widgetsOf } from './widgets.ts';
import { textOfOption, writeValue } from './write-value.ts';

/**
 * Makes what is seen of a form part of the pages, and takes the form away: its fields, its XFA twin, its
 * scripts and the rights that came with it. What was hidden is not seen, and so is gone. Says what remains
 * to be drawn: values in letters that the form has no font for.
 */
export function flattenForm(document: PDFDocument): PlacedDrawing[] {
  const fontNamed = standardFonts(document);
  const text = textWriter(document, fontNamed);
  const lists = listWriter(document, fontNamed);
  const widgets = widgetsOf(document);
  const drawings: PlacedDrawing[] = [];
  for (const widget of widgets) {
    if (widget.isHidden || !widget.box) continue;
    if (!appearanceOf(widget))
      drawings.push(
        ...(widget.kind === 'listbox'
          ? lists.select(widget, selectedIn(widget))
          : writtenAnew(document, text, widget)),
      );
    const appearance = appearanceOf(widget);
    if (appearance) drawAppearance(document, widget, widget.box, appearance);
  }
  for (const page of document.getPages()) {
    const annotations = page.node.lookup(PDFName.of('Annots'));
    if (!(annotations instanceof PDFArray)) continue;
    const others = annotations.asArray().filter((one) => {
      const annotation = document.context.lookup(one);
      return !(annotation instanceof PDFDict && isWidget(annotation));
    });
    page.node.set(PDFName.of('Annots'), document.context.obj(others));
  }
  for (const { ref } of widgets) document.context.delete(ref);
  for (const key of ['AcroForm', 'Perms', 'AA']) document.catalog.delete(PDFName.of(key));
  forgetScripts(document);
  return drawings;
}

/** The stream a viewer would draw, with the state of a button taken into account. */
function appearanceOf({ dict }: Widget): PDFRef | undefined {
  const appearances = dict.lookup(PDFName.of('AP'));
  if (!(appearances instanceof PDFDict)) return undefined;
  const normal = appearances.get(PDFName.of('N'));
  const found = appearances.lookup(PDFName.of('N'));
  if (found instanceof PDFStream) return normal instanceof PDFRef ? normal : undefined;
  if (!(found instanceof PDFDict)) return undefined;

  const state = dict.lookup(PDFName.of('AS')) ?? inherited(dict, 'V');
  const drawn = state instanceof PDFName ? found.get(state) : undefined;
  return drawn instanceof PDFRef && dict.context.lookup(drawn) instanceof PDFStream
    ? drawn
    : undefined;
}

/** There is nothing to see in them, and no font has them. */
const CONTROL_CHARACTERS = /[\p{Cc}--[\t\n\r]]/gv;

/** Some forms leave it to the viewer to draw their values. */
function writtenAnew(document: PDFDocument, text: TextWriter, widget: Widget): PlacedDrawing[] {
  if (widget.kind !== 'text' && widget.kind !== 'dropdown') return [];
  const value = textIn(inherited(widget.dict, 'V')) ?? '';
  const shown = (textOfOption(widget, value) || value).replace(CONTROL_CHARACTERS, '');
  return shown === '' ? [] : writeValue(document, text, widget, shown);
}

function drawAppearance(document: PDFDocument, widget: Widget, box: Box, appearance: PDFRef): void {
  const { dict } = document.context.lookup(appearance, PDFStream);
  const bounds = boxFrom(dict.lookup(PDFName.of('BBox')));
  const placement =
    bounds && placementOf(bounds, matrixFrom(dict.lookup(PDFName.of('Matrix'))), box);
  if (!placement) return;
  completeFormObject(document, dict, widget);
  const name = widget.page.node.newXObject('Form', appearance);
  drawOnPage(widget.page, [
    pushGraphicsState(),
    concatTransformationMatrix(...placement),
    drawObject(name),
    popGraphicsState(),
  ]);
}

/** Viewers forgive an appearance for lacking these; a drawing on the page is forgiven nothing. */
function completeFormObject(document: PDFDocument, stream: PDFDict, { dict }: Widget): void {
  stream.set(PDFName.of('Type'), PDFName.of('XObject'));
  stream.set(PDFName.of('Subtype'), PDFName.of('Form'));
  const form = document.catalog.lookup(PDFName.of('AcroForm'));
  const resources = form instanceof PDFDict ? form.get(PDFName.of('DR')) : undefined;
  if (!stream.has(PDFName.of('Resources')) && resources)
    stream.set(PDFName.of('Resources'), resources);
  // A layer that is switched off hides the field's drawing as it hid the field.
  const layer = dict.get(PDFName.of('OC'));
  if (layer && !stream.has(PDFName.of('OC'))) stream.set(PDFName.of('OC'), layer);
}

/** Section 12.5.5 of ISO 32000: the transformed bounds of an appearance are fitted to its rectangle. */
function placementOf(bounds: Box, matrix: Matrix, box: Box): Matrix | undefined {
  const [a, b, c, d, e, f] = matrix;
  const corners = [0, 1].flatMap((right) =>
    [0, 1].map((top) => {
      const x = bounds.x + right * bounds.width;
      const y = bounds.y + top * bounds.height;
      return { x: a * x + c * y + e, y: b * x + d * y + f };
    }),
  );
  const left = Math.min(...corners.map(({ x }) => x));
  const bottom = Math.min(...corners.map(({ y }) => y));
  const width = Math.max(...corners.map(({ x }) => x)) - left;
  const height = Math.max(...corners.map(({ y }) => y)) - bottom;
  if (!(width > 0 && height > 0)) return undefined;
  const across = box.width / width;
  const up = box.height / height;
  return [across, 0, 0, up, box.x - left * across, box.y - bottom * up];
}

function matrixFrom(value: PDFObject | undefined): Matrix {
  const numbers = value instanceof PDFArray ? value.asArray() : [];
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbers.map((one) =>
    numberIn(one, Number.NaN),
  );
  return [a, b, c, d, e, f];
}

/** Scripts would look for fields that are no more, and a sealed document does nothing by itself. */
function forgetScripts(document: PDFDocument): void {
  const names = document.catalog.lookup(PDFName.of('Names'));
  if (names instanceof PDFDict) names.delete(PDFName.of('JavaScript'));
  const opening = document.catalog.lookup(PDFName.of('OpenAction'));
  if (opening instanceof PDFDict && opening.lookup(PDFName.of('S')) === PDFName.of('JavaScript'))
    document.catalog.delete(PDFName.of('OpenAction'));
  for (const { node } of document.getPages()) node.delete(PDFName.of('AA'));
}
