import { controlFor } from './controls/control-for.ts';
import { type FieldControl, labelWithFormat } from './controls/field-control.ts';
import { bringIntoView, make } from './dom.ts';
import { formLayer, linkedNames } from './form/form-layer.ts';
import { drawPages } from './pdf/draw-pages.ts';
import type { OpenPdf } from './pdf/open-pdf.ts';
import { showPreview } from './pdf/preview.ts';
import { afterPress } from './press.ts';
import type { SigningSession } from './session.ts';
import {
  canBeFilled,
  hasValue,
  inReadingOrder,
  type SigningField,
  stageOf,
  TO_BE_SIGNED,
} from './signing-state.ts';
import { say, strings } from './strings.ts';
import { makeRoomFor, zoomable } from './zoom.ts';

export interface DocumentView {
  element: HTMLElement;
  /** Puts every field into its present state. */
  update: () => void;
  focusField: (fieldId: string) => void;
  /** What will not be printed as it was entered, by the id of the field. */
  notes: () => ReadonlyMap<string, string>;
  /** Sends what is being typed. */
  commitAll: () => void;
  /** The first page as a picture; its fields can be seen but not used yet. True if it is shown. */
  showPreview: (url: string) => Promise<boolean>;
  drawOn: (pdf: OpenPdf) => void;
}

const CSS_PIXELS_PER_POINT = 96 / 72;

/** The pages as paper, with the fields on them as real inputs. A finished file carries its values itself. */
export function documentView(
  session: SigningSession,
  { withFields }: { withFields: boolean },
): DocumentView {
  const { pages } = session.state.document;
  const sheets = pages.map((page, index) => sheetFor(page, index + 1, pages.length));
  const zoom = zoomable(sheets.map(({ sheet }) => sheet));
  const controls = new Map<string, FieldControl>();
  const form = formLayer(session, sheets, (fieldId) => controls.get(fieldId));
  const namesInForm = () => linkedNames(withFields ? session.state.fields : []);
  let knownNames = namesInForm().size;
  let drawnPages: ReturnType<typeof drawPages> | undefined;
  if (withFields) placeControls();

  function placeControls() {
    // Where nothing was entered, nothing is said any more once one has signed.
    const isOver = !TO_BE_SIGNED.includes(stageOf(session.state));
    for (const field of inReadingOrder(session.state.fields)) {
      if (isOver && !hasValue(field)) continue;
      const { layer } = sheets[field.pageNumber - 1] ?? {};
      layer?.append(place(field).box);
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

  /** A field may be frozen while it is looked at: it then becomes one to read. */
  function currentControl(field: SigningField): FieldControl | undefined {
    const control = controls.get(field.id);
    if (!control || (control.input !== null) === canBeFilled(session.state, field)) return control;
    const { box } = control;
    const next = place(field);
    box.replaceWith(next.box);
    return next;
  }

  const update = () => {
    for (const field of session.state.fields) {
      const error = session.errors.get(field.id);
      currentControl(field)?.show(field, { error, isUnsaved: session.unsaved.has(field.id) });
    }
    form.refresh();
    if (namesInForm().size !== knownNames) drawnPages?.redraw();
    knownNames = namesInForm().size;
  };
  update();

  return {
    element: make(
      'section',
      {
        ...{ class: 'paper', id: 'document', tabindex: '-1' },
        ...{ 'aria-label': strings.documentRegion, onkeyup: showFocused },
      },
      zoom.element,
    ),
    update,
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

/** A browser takes what lies behind the bar for seen. Only after Tab: under a finger, nothing may move. */
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

/** How a field is called where it is only spoken of. */
export const promptOf = (field: SigningField) =>
  field.isRequiredNow
    ? say(strings.requiredLabel, { label: labelWithFormat(field) })
    : labelWithFormat(field);
