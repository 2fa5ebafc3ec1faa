import { isDrawn, type LinkedDrawing, type Stamp, type WidgetPlace } from '@assay/agreements/browser';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type FieldControl, latestValue } from '../controls/field-control.ts';
import { drawingOn, make } from '../dom.ts';
import type { OpenPdf } from '../pdf/open-pdf.ts';
import type { SigningSession } from '../session.ts';
import type { SigningField } from '../signing-state.ts';
import { type DrawForm, openFormDrawer } from './form-drawer.ts';
import { showLook } from './form-look.ts';
import { overlayText } from './overlay-text.ts';

const SETTLED_AFTER_MS = 150;
/** Higher than the number of annotations that a page can have. */
const ABOVE_EMPTY = 1e9;

export interface FormSheet {
  sheet: HTMLElement;
  layer: HTMLElement;
  page: { width: number; height: number };
}

/**
 * As in the sealed file, all widgets lie below all texts that are printed over the form, empty
 * widgets below filled ones, and each widget above those that come before it on its page.
 */
interface Drawings {
  widgets: HTMLElement;
  texts: HTMLElement;
}

interface Shown {
  /** Value and size of the drawing. */
  key: string;
  elements: HTMLElement[];
}

/** Names of the form fields that the signer's fields are linked to. */
export const linkedNames = (fields: readonly SigningField[]): Set<string> =>
  new Set(fields.flatMap(({ acroFieldName }) => acroFieldName ?? []));

/**
 * Draws fields that are linked to the PDF's own form as the sealed file will show them: in every
 * widget of the form field, in the form's font, size, colour and alignment, with its marks and
 * lists. The drawing covers the input unless it is being edited; if the form cannot be drawn, the
 * value is shown as text.
 */
export function formLayer(
  session: SigningSession,
  sheets: readonly FormSheet[],
  controlOf: (fieldId: string) => FieldControl | undefined,
  onDrawn: () => void,
) {
  const shown = new Map<string, Shown>();
  const drawingsOf = new Map<FormSheet, Drawings>();
  let pdf: OpenPdf | undefined;
  let draw: DrawForm | undefined;
  let isDrawing = false;
  let isStale = false;

  const linked = () => session.state.fields.filter(({ acroFieldName }) => acroFieldName !== null);
  const scaleOf = ({ sheet, page }: FormSheet) => sheet.clientWidth / page.width;

  function keyOf(field: SigningField): string {
    const sheet = sheets[field.pageNumber - 1];
    const value = isDrawn(field) ? '' : (latestValue(session, field) ?? '');
    return `${sheet ? scaleOf(sheet) : 0} ${value}`;
  }

  /** Draws changed fields, one batch at a time. */
  async function refresh() {
    if (!pdf) return;
    for (const field of linked()) markDrawn(field);
    if (isDrawing) {
      isStale = true;
      return;
    }
    const fields = linked().filter((field) => shown.get(field.id)?.key !== keyOf(field));
    if (fields.length === 0) return;
    isDrawing = true;
    try {
      draw ??= openFormDrawer(Uint8Array.from(await pdf.file.getData()));
      await drawBatch(pdf, draw, fields);
    } catch {
      // Shown as text, like any other field.
    }
    isDrawing = false;
    if (!isStale) return;
    isStale = false;
    void refresh();
  }

  async function drawBatch(open: OpenPdf, drawForm: DrawForm, fields: readonly SigningField[]) {
    const keys = fields.map(keyOf);
    const drawings = await drawForm(fields.map((field) => stampOf(field, latestValue(session, field))));
    if (!drawings) return;
    const task = open.pdfjs.getDocument({ data: drawings.pdf, ...open.resources });
    const file = await task.promise;
    for (const [index, field] of fields.entries()) {
      const drawing = drawings.fields[index];
      const elements = drawing ? await elementsFor(file, field, drawing) : [];
      for (const element of shown.get(field.id)?.elements ?? []) element.remove();
      shown.set(field.id, { key: keys[index] ?? '', elements });
      const box = controlOf(field.id)?.box;
      if (drawing && box) {
        box.classList.toggle('beside-form', !drawing.widgets.some((one) => isWithin(one, field)));
        showLook(box, drawing, field);
      }
      markDrawn(field);
    }
    await task.destroy();
    onDrawn();
  }

  async function elementsFor(
    file: PDFDocumentProxy,
    field: SigningField,
    { widgets, texts }: LinkedDrawing,
  ): Promise<HTMLElement[]> {
    const elements: HTMLElement[] = [];
    const addTo = (place: HTMLElement, element: HTMLElement, order = Number.POSITIVE_INFINITY) => {
      element.dataset.order = String(order);
      const above = [...place.children].find((one) => one instanceof HTMLElement && Number(one.dataset.order) > order);
      place.insertBefore(element, above ?? null);
      elements.push(element);
    };
    const value = latestValue(session, field);
    const image = isDrawn(field) ? value : null;
    const level = value === null ? 0 : ABOVE_EMPTY;
    for (const widget of widgets) {
      const sheet = sheets[widget.pageNumber - 1];
      if (!sheet) continue;
      const drawings = drawingsOn(sheet);
      if (widget.drawnOn !== null)
        addTo(drawings.widgets, await widgetCanvas(file, widget, widget.drawnOn, sheet), level + widget.order);
      if (image && !isWithin(widget, field))
        addTo(drawings.texts, placed(make('img', { src: image, alt: '' }), widget, sheet.page));
    }
    for (const { pageNumber, text } of texts) {
      const sheet = sheets[pageNumber - 1];
      if (sheet) addTo(drawingsOn(sheet).texts, placed(overlayText(text), text, sheet.page));
    }
    return elements;
  }

  function drawingsOn(sheet: FormSheet): Drawings {
    const known = drawingsOf.get(sheet);
    if (known) return known;
    const layered = () => make('div', { class: 'form-drawings' });
    const drawings = { widgets: layered(), texts: layered() };
    sheet.layer.prepend(drawings.widgets, drawings.texts);
    drawingsOf.set(sheet, drawings);
    return drawings;
  }

  function markDrawn(field: SigningField) {
    const drawing = shown.get(field.id);
    const isDrawn = drawing?.key === keyOf(field) && drawing.elements.length > 0;
    controlOf(field.id)?.box.classList.toggle('in-form', isDrawn);
  }

  let settling: ReturnType<typeof setTimeout> | undefined;
  const sizes = new ResizeObserver(() => {
    clearTimeout(settling);
    settling = setTimeout(() => void refresh(), SETTLED_AFTER_MS);
  });

  return {
    refresh: () => void refresh(),
    drawOn: (opened: OpenPdf) => {
      if (linked().length === 0) return;
      pdf = opened;
      for (const { sheet } of sheets) sizes.observe(sheet);
      void refresh();
    },
  };
}

/** Aligned with the pixels of the page's own canvas, so that both are equally sharp. */
async function widgetCanvas(
  file: PDFDocumentProxy,
  place: WidgetPlace,
  pageNumber: number,
  { sheet, page }: FormSheet,
): Promise<HTMLElement> {
  const source = await file.getPage(pageNumber);
  const scale = (sheet.clientWidth / page.width) * (window.devicePixelRatio || 1);
  const [left, top] = [Math.floor(place.x * scale), Math.floor(place.y * scale)];
  const canvas = make('canvas', { 'aria-hidden': 'true' });
  canvas.width = Math.ceil((place.x + place.width) * scale) - left;
  canvas.height = Math.ceil((place.y + place.height) * scale) - top;
  const viewport = source.getViewport({ scale, offsetX: place.x * scale - left, offsetY: place.y * scale - top });
  const background = 'rgb(0 0 0 / 0)';
  await source.render({ canvas, canvasContext: drawingOn(canvas), viewport, background }).promise;
  return placed(
    canvas,
    { x: left / scale, y: top / scale, width: canvas.width / scale, height: canvas.height / scale },
    page,
  );
}

function placed<Placed extends HTMLElement>(
  element: Placed,
  { x, y, width, height }: Omit<WidgetPlace, 'pageNumber'>,
  page: { width: number; height: number },
): Placed {
  element.classList.add('form-drawing');
  element.style.left = `${(x / page.width) * 100}%`;
  element.style.top = `${(y / page.height) * 100}%`;
  element.style.width = `${(width / page.width) * 100}%`;
  element.style.height = `${(height / page.height) * 100}%`;
  return element;
}

/** Whether the field's box lies over the widget. */
function isWithin(widget: WidgetPlace, field: SigningField): boolean {
  const [x, y] = [widget.x + widget.width / 2, widget.y + widget.height / 2];
  return (
    widget.pageNumber === field.pageNumber &&
    Math.abs(x - field.xPosition - field.width / 2) <= field.width / 2 &&
    Math.abs(y - field.yPosition - field.height / 2) <= field.height / 2
  );
}

function stampOf(field: SigningField, value: string | null): Stamp {
  const { fieldType, pageNumber, xPosition, yPosition, width, height, multiline } = field;
  const place = { pageNumber, xPosition, yPosition, width, height };
  return {
    fieldType,
    ...place,
    multiline,
    acroFieldName: field.acroFieldName,
    // A picture is shown in the box of its field; only the frame of the form field is drawn.
    value: isDrawn(field) ? null : value,
    image: null,
  };
}
