import type { OpenPdf } from './open-pdf.ts';
import { type PageDrawing, pageDrawing } from './page-drawing.ts';

/** With more pages, the text of a page is added with its drawing, to save memory. */
const PAGES_WITH_TEXT_AT_ONCE = 50;
const SETTLED_AFTER_MS = 150;

/** Draws each page when it comes near the viewport, and again when its size has changed. */
export function drawPages(pdf: OpenPdf, sheets: HTMLElement[], linkedNames: () => ReadonlySet<string>) {
  const drawings = new Map(
    sheets.map((sheet, index) => [sheet, pageDrawing(pdf, index + 1, sheet, linkedNames)] as const),
  );
  const near = new Set<Element>();
  const draw = (sheet: Element) => {
    const drawing = drawings.get(sheet as HTMLElement);
    if (drawing) void show(drawing);
  };

  const viewing = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) near.add(target);
        else near.delete(target);
        if (isIntersecting) draw(target);
        else drawings.get(target as HTMLElement)?.forget();
      }
    },
    // The root is explicit, because in a cross-origin frame the margin only applies to an explicit
    // root.
    { root: document, rootMargin: '100% 0px' },
  );
  for (const sheet of sheets) viewing.observe(sheet);

  let settling: ReturnType<typeof setTimeout> | undefined;
  const sizes = new ResizeObserver(() => {
    clearTimeout(settling);
    settling = setTimeout(() => near.forEach(draw), SETTLED_AFTER_MS);
  });
  for (const sheet of sheets) sizes.observe(sheet);

  if (sheets.length <= PAGES_WITH_TEXT_AT_ONCE) void addAllText([...drawings.values()]);
  return {
    /** Redraws pages after form fields have been linked. */
    redraw: () => near.forEach(draw),
  };
}

async function show(drawing: PageDrawing) {
  await drawing.draw();
  await drawing.addText();
}

async function addAllText(drawings: PageDrawing[]) {
  for (const drawing of drawings) await drawing.addText();
}
