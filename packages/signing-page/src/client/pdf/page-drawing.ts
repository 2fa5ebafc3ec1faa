import type { PDFPageProxy, RenderTask } from 'pdfjs-dist';
import { drawingOn, make } from '../dom.ts';
import { hideWidgets } from '../form/hide-widgets.ts';
import type { OpenPdf } from './open-pdf.ts';
import { removePreview } from './preview.ts';
import { structureOf } from './structure.ts';

/** Larger canvases fail on phones. */
const MOST_PIXELS = 16_000_000;

export interface PageDrawing {
  /** At the resolution of the screen and the page's current size. */
  draw: () => Promise<void>;
  /** Releases the canvas of a page out of view. */
  forget: () => void;
  /** Adds the invisible text and its structure for screen readers and search. */
  addText: () => Promise<void>;
}

/** One page of the PDF within its element. */
export function pageDrawing(
  pdf: OpenPdf,
  pageNumber: number,
  sheet: HTMLElement,
  linkedNames: () => ReadonlySet<string>,
): PageDrawing {
  const { pdfjs, file } = pdf;
  let drawnWithout = 0;
  let canvas: HTMLCanvasElement | undefined;
  let task: RenderTask | undefined;
  let hasText = false;
  let page: Promise<PDFPageProxy> | undefined;
  const readPage = () => {
    page ??= file.getPage(pageNumber);
    return page;
  };

  async function draw() {
    const source = await readPage();
    const next = make('canvas', { 'aria-hidden': 'true' });
    const viewport = source.getViewport({ scale: scaleFor(source) });
    const names = linkedNames();
    const isSame = canvas?.width === Math.floor(viewport.width) && drawnWithout === names.size;
    if (isSame) return;
    next.width = Math.floor(viewport.width);
    next.height = Math.floor(viewport.height);
    await hideWidgets(pdf, source, names);
    task?.cancel();
    const own = source.render({
      canvas: next,
      canvasContext: drawingOn(next),
      viewport,
      annotationMode: pdfjs.AnnotationMode.ENABLE_STORAGE,
    });
    task = own;
    try {
      await own.promise;
    } catch (error) {
      // A newer drawing has replaced it.
      if (error instanceof pdfjs.RenderingCancelledException) return;
      throw error;
    }
    if (task !== own) return;
    canvas?.remove();
    canvas = next;
    drawnWithout = names.size;
    sheet.prepend(next);
    removePreview(sheet);
    sheet.classList.add('drawn');
  }

  function scaleFor(source: PDFPageProxy): number {
    const { width, height } = source.getViewport({ scale: 1 });
    const wanted = (sheet.clientWidth / width) * (window.devicePixelRatio || 1);
    return Math.min(wanted, Math.sqrt(MOST_PIXELS / (width * height)));
  }

  return {
    draw,
    forget: () => {
      task?.cancel();
      task = undefined;
      if (canvas) Object.assign(canvas, { width: 0, height: 0 });
      canvas?.remove();
      canvas = undefined;
      sheet.classList.remove('drawn');
    },
    addText: async () => {
      if (hasText) return;
      hasText = true;
      const source = await readPage();
      const container = make('div', { class: 'textLayer' });
      const viewport = source.getViewport({ scale: 1 });
      const textContentSource = source.streamTextContent({ includeMarkedContent: true });
      const layer = new pdfjs.TextLayer({ textContentSource, container, viewport });
      // Follows the size of the sheet.
      Object.assign(container.style, { width: '', height: '' });
      await layer.render();
      // A PDF with damaged tags is read without them.
      const structure = structureOf(await source.getStructTree().catch(() => null));
      sheet.querySelector('.fields')?.before(...(structure ? [structure] : []), container);
    },
  };
}
