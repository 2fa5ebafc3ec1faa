import { controlFor } from './controls/control-for.ts';
import type { FieldControl } from './controls/field-control.ts';
import { bringIntoView, make } from './dom.ts';
import { labelWithFormat } from './field-label.ts';
import { formLayer, linkedNames } from './form/form-layer.ts';
import { drawPages } from './pdf/draw-pages.ts';
import type { OpenPdf } from './pdf/open-pdf.ts';
import { showPreview } from './pdf/preview.ts';
import { afterPress } from './press.ts';
import type { SigningSession } from './session.ts';
import { canBeFilled, hasValue, inReadingOrder, type SigningField, stageOf, TO_BE_SIGNED } from './signing-state.ts';
import { say, strings } from './strings.ts';
import type { DocumentText } from './text/document-text.ts';
import { type TextView, textView } from './text/text-view.ts';
import { makeRoomFor, zoomable } from './zoom.ts';

export interface DocumentView {
  element: HTMLElement;
  /** Updates every field to its current state. */
  update: () => void;
  focusField: (fieldId: string) => void;
  /** Notes on entries that will not be printed as entered, by field id. */
  notes: () => ReadonlyMap<string, string>;
  /** Sends entries that are being typed. */
  commitAll: () => void;
  /**
   * Shows the first page as a picture; its fields are visible but disabled. True if it was shown.
   */
  showPreview: (url: string) => Promise<boolean>;
  drawOn: (pdf: OpenPdf) => void;
  /** Shows the text instead of the pages. False, and nothing changes, if a field has no place in it. */
  showText: (text: DocumentText) => boolean;
  showPages: () => void;
  /** Shows a part of the page around each field instead of whole pages. */
  guide: (isOn: boolean) => void;
  focusLarge: (field: SigningField) => void;
  /** Fields as they follow each other in what is shown: in the text, or on the pages. */
  inOrder: (fields: readonly SigningField[]) => SigningField[];
}

const CSS_PIXELS_PER_POINT = 96 / 72;
/** Print of ten points is as large as the text of the page. */
const LARGE_PIXELS_PER_POINT = 1.5;
const MOST_OF_WIDTH = 0.95;

/** How much the page is enlarged around a field: its whole width stays in view. */
function levelFor(field: SigningField, pageWidth: number, viewWidth: number): number {
  const scale = Math.min(LARGE_PIXELS_PER_POINT, (viewWidth * MOST_OF_WIDTH) / field.width);
  return Math.max(1, (scale * pageWidth) / Math.max(1, viewWidth));
}

/** The pages with the fields as real inputs. A sealed file already contains its values. */
export function documentView(
  session: SigningSession,
  { withFields, onDrawn }: { withFields: boolean; onDrawn?: () => void },
): DocumentView {
  const { pages } = session.state.document;
  const sheets = pages.map((page, index) => sheetFor(page, index + 1, pages.length));
  const zoom = zoomable(sheets.map(({ sheet }) => sheet));
  const controls = new Map<string, FieldControl>();
  const form = formLayer(
    session,
    sheets,
    (fieldId) => controls.get(fieldId),
    // The drawing knows what of an entry has no room.
    () => afterPress(onDrawn ?? update),
  );
  const namesInForm = () => linkedNames(withFields ? session.state.fields : []);
  let knownNames = namesInForm().size;
  let drawnPages: ReturnType<typeof drawPages> | undefined;
  if (withFields) placeControls((field) => sheets[field.pageNumber - 1]?.layer);

  function placeControls(layerOf: (field: SigningField) => HTMLElement | undefined) {
    // Empty fields are hidden once the signer has signed.
    const isOver = !TO_BE_SIGNED.includes(stageOf(session.state));
    for (const field of inReadingOrder(session.state.fields)) {
      if (isOver && !hasValue(field)) continue;
      const { box } = place(field);
      layerOf(field)?.append(box);
    }
  }

  function place(field: SigningField): FieldControl {
    const page = pages[field.pageNumber - 1] ?? { width: 1, height: 1 };
    const control = controlFor(field, { session, page });
    control.input?.addEventListener('focus', () => {
      if (control.isTyped) afterPress(() => makeRoomFor(zoom, control));
    });
    controls.set(field.id, control);
    return control;
  }

  /** A field may be frozen while the page is open: its control then becomes read-only. */
  function currentControl(field: SigningField): FieldControl | undefined {
    const control = controls.get(field.id);
    if (!control || (control.input !== null) === canBeFilled(session.state, field)) return control;
    const { box } = control;
    const next = place(field);
    box.replaceWith(next.box);
    return next;
  }

  /** Every control exists once, and moves between its place on the page and its place in the text. */
  function moveControls(placeOf: (fieldId: string) => HTMLElement | undefined) {
    for (const { id } of inReadingOrder(session.state.fields)) {
      const control = controls.get(id);
      if (control) placeOf(id)?.append(control.box);
    }
  }

  const pageOf = new Map(session.state.fields.map(({ id, pageNumber }) => [id, pageNumber]));
  let text: TextView | undefined;

  function showText(document: DocumentText): boolean {
    text ??= textView(document);
    const { slots, element: flow } = text;
    // The pages of a sealed file have the values already.
    if (!withFields && controls.size === 0) placeControls(({ id }) => slots.get(id));
    if ([...controls.keys()].some((id) => !slots.has(id))) return false;
    moveControls((id) => slots.get(id));
    zoom.element.hidden = true;
    zoom.element.after(flow);
    update();
    return true;
  }

  function showPages() {
    if (!text?.element.isConnected) return;
    text.element.remove();
    zoom.element.hidden = false;
    if (withFields) moveControls((id) => sheets[(pageOf.get(id) ?? 1) - 1]?.layer);
    update();
  }

  /** A text may be in another order than the page, as with columns, or signatures that stand side by side. */
  function inOrder(fields: readonly SigningField[]): SigningField[] {
    const ordered = inReadingOrder(fields);
    if (!text?.element.isConnected) return ordered;
    const places = new Map([...text.slots.keys()].map((id, index) => [id, index]));
    const placeOf = ({ id }: SigningField) => places.get(id) ?? places.size;
    return ordered.sort((one, other) => placeOf(one) - placeOf(other));
  }

  function update() {
    for (const field of session.state.fields) {
      const error = session.errors.get(field.id);
      currentControl(field)?.show(field, { error, isUnsaved: session.unsaved.has(field.id) });
    }
    form.refresh();
    if (namesInForm().size !== knownNames) drawnPages?.redraw();
    knownNames = namesInForm().size;
  }
  update();

  return {
    element: make(
      'section',
      { class: 'paper', id: 'document', tabindex: '-1', 'aria-label': strings.documentRegion, onkeyup: showFocused },
      zoom.element,
    ),
    update,
    showText,
    showPages,
    inOrder,
    guide: (isOn) => {
      zoom.element.classList.toggle('guided', isOn);
      zoom.set(1);
    },
    focusLarge: (field) => {
      const { width } = pages[field.pageNumber - 1] ?? { width: 1 };
      zoom.set(levelFor(field, width, zoom.element.clientWidth));
      const control = controls.get(field.id);
      requestAnimationFrame(() => {
        control?.input?.focus({ preventScroll: true });
        if (control) bringIntoView(control.box);
      });
    },
    commitAll: () => {
      for (const control of controls.values()) control.commit?.();
    },
    notes: () =>
      new Map(
        [...controls].flatMap(([id, { note }]) => {
          const said = note?.();
          return said ? [[id, said]] : [];
        }),
      ),
    focusField: (fieldId) => {
      const control = controls.get(fieldId);
      control?.input?.focus({ preventScroll: true });
      if (control) bringIntoView(control.box);
    },
    showPreview: async (url) => {
      const [first] = sheets;
      if (!first) return false;
      first.layer.inert = true;
      return showPreview(first.sheet, url);
    },
    drawOn: (pdf) => {
      for (const { layer } of sheets) layer.inert = false;
      drawnPages = drawPages(
        pdf,
        sheets.map(({ sheet }) => sheet),
        namesInForm,
      );
      if (withFields) form.drawOn(pdf);
    },
  };
}

/**
 * Browsers treat elements behind the bar as visible, so they are scrolled into view. Only after
 * Tab: nothing may move under a finger.
 */
function showFocused(event: Event) {
  if ((event as KeyboardEvent).key === 'Tab' && event.target instanceof Element)
    event.target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

function sheetFor(page: { width: number; height: number }, pageNumber: number, pages: number) {
  const layer = make('div', { class: 'fields' });
  const sheet = make(
    'section',
    { class: 'sheet', 'aria-label': say(strings.pageOf, { page: pageNumber, pages }) },
    layer,
  );
  sheet.style.aspectRatio = `${page.width} / ${page.height}`;
  sheet.style.setProperty('--natural-width', `${page.width * CSS_PIXELS_PER_POINT}px`);
  new ResizeObserver(() => {
    sheet.style.setProperty('--total-scale-factor', String(sheet.clientWidth / page.width));
  }).observe(sheet);
  return { sheet, layer, page };
}

/** The name of a field in texts. */
export const promptOf = (field: SigningField) =>
  field.isRequiredNow ? say(strings.requiredLabel, { label: labelWithFormat(field) }) : labelWithFormat(field);
