import {
  concatTransformationMatrix,
  drawObject,
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  type PDFRef,
  popGraphicsState,
  pushGraphicsState,
} from '@cantoo/pdf-lib';
import { drawOnPage } from './draw-on-page.ts';
import type { PlacedDrawing } from './drawing.ts';
import { appearanceOf, placeAppearance } from './widget-appearance.ts';
import { listWriter, selectedIn } from './widget-list.ts';
import { standardFonts, type TextWriter, textWriter } from './widget-text.ts';
import { inherited, isWidget, textIn, type Widget, widgetsOf } from './widgets.ts';
import { textOfOption, writeValue } from './write-value.ts';

/**
 * Makes the visible form part of the pages and removes the form. Hidden fields are removed. Fields with a signer's value are drawn last, as on the
 * signing page, so that no other field covers it. Returns the values that the form's fonts cannot
 * show, which remain to be drawn.
 */
export function flattenForm(document: PDFDocument, filled: ReadonlySet<PDFDict> = new Set()): PlacedDrawing[] {
  const fontNamed = standardFonts(document);
  const text = textWriter(document, fontNamed);
  const lists = listWriter(document, fontNamed);
  const level = ({ dict }: Widget) => Number(filled.has(dict));
  const widgets = widgetsOf(document).toSorted((one, other) => level(one) - level(other));
  const drawings: PlacedDrawing[] = [];
  for (const widget of widgets) {
    if (widget.isHidden || !widget.box) continue;
    if (!appearanceOf(widget))
      drawings.push(
        ...(widget.kind === 'listbox' ? lists.select(widget, selectedIn(widget)) : writtenAnew(document, text, widget)),
      );
    const appearance = appearanceOf(widget);
    if (appearance) drawAppearance(document, widget, appearance);
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
  document.catalog.delete(PDFName.of('AcroForm'));
  return drawings;
}

/** Invisible characters that no font has. */
const CONTROL_CHARACTERS = /[\p{Cc}--[\t\n\r]]/gv;

/** Some forms rely on the viewer to draw their values. */
function writtenAnew(document: PDFDocument, text: TextWriter, widget: Widget): PlacedDrawing[] {
  if (widget.kind !== 'text' && widget.kind !== 'dropdown') return [];
  const value = textIn(inherited(widget.dict, 'V')) ?? '';
  const shown = (textOfOption(widget, value) || value).replace(CONTROL_CHARACTERS, '');
  return shown === '' ? [] : writeValue(document, text, widget, shown);
}

function drawAppearance(document: PDFDocument, widget: Widget, appearance: PDFRef): void {
  const placement = placeAppearance(document, widget, appearance);
  if (!placement) return;
  const name = widget.page.node.newXObject('Form', appearance);
  drawOnPage(widget.page, [
    pushGraphicsState(),
    concatTransformationMatrix(...placement),
    drawObject(name),
    popGraphicsState(),
  ]);
}
