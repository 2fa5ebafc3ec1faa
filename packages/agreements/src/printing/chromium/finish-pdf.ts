import type { PDFDict, PDFDocument, PDFPage, PDFRef } from '@cantoo/pdf-lib';
import { SIGNATURE_HEIGHT, SIGNATURE_WIDTH } from '../page.ts';
import type { BoxPlace, Printed } from '../printer.ts';
import { renumberElements } from './element-ids.ts';
import { loadPackage } from './load-package.ts';

/**
 * Turns the browser's PDF into a printer's result: reads and removes the links that mark boxes, and
 * removes what differs between prints, such as dates and the browser's counters.
 */
type PdfLibrary = typeof import('@cantoo/pdf-lib');

export async function finishChromiumPdf(printed: Uint8Array, markOf: MarkOf): Promise<Printed> {
  const library = loadPackage<PdfLibrary>('@cantoo/pdf-lib');
  const document = await library.PDFDocument.load(printed, { updateMetadata: false });
  const pages = document.getPages();
  const marks = pages.flatMap((page, index) => marksOn(page, index + 1, markOf, library));
  removeFromStructure(document, new Set(marks.map(({ annotation }) => annotation)), library);
  renumberElements(document, library);
  removeDates(document, library);
  return {
    pdf: await document.save({
      useObjectStreams: false,
      addDefaultPage: false,
      updateFieldAppearances: false,
    }),
    pages: pages.map((page) => page.getSize()),
    signatures: marks.flatMap(({ kind, id, place }) => (kind === 'signature' ? [{ role: id, ...place }] : [])),
    fields: marks.flatMap(({ kind, id, place }) => (kind === 'field' ? [{ id, ...place }] : [])),
  };
}

/** The mark encoded in a link (see `html.ts`); undefined for a link of the document itself. */
export type MarkOf = (href: string) => string | undefined;

interface Mark {
  annotation: PDFRef;
  kind: string;
  id: string;
  place: BoxPlace;
}

/** Removes the marks from a page and returns their positions. */
function marksOn(page: PDFPage, pageNumber: number, markOf: MarkOf, library: PdfLibrary): Mark[] {
  const { PDFName, PDFDict: Dict, PDFRef: Ref, PDFString, PDFHexString, PDFArray } = library;
  const annotations = page.node.Annots();
  const marks: Mark[] = [];
  for (let index = (annotations?.size() ?? 0) - 1; index >= 0; index -= 1) {
    const reference = annotations?.get(index);
    const annotation = annotations?.lookup(index, Dict);
    const address = annotation
      ?.lookupMaybe(PDFName.of('A'), Dict)
      ?.lookupMaybe(PDFName.of('URI'), PDFString, PDFHexString);
    const mark = address && markOf(address.decodeText());
    if (!annotation || mark === undefined || !(reference instanceof Ref)) continue;
    const box = annotation.lookup(PDFName.of('Rect'), PDFArray).asRectangle();
    const [kind = '', id = '', width, height] = mark.split('/');
    marks.unshift({
      annotation: reference,
      kind,
      id,
      place: {
        pageNumber,
        xPosition: box.x,
        yPosition: page.getHeight() - box.y - box.height,
        width: Number(width ?? SIGNATURE_WIDTH),
        height: Number(height ?? SIGNATURE_HEIGHT),
      },
    });
    annotations?.remove(index);
  }
  return marks;
}

/** The tag structure must not refer to a link that was removed. */
function removeFromStructure({ context }: PDFDocument, annotations: ReadonlySet<PDFRef>, library: PdfLibrary): void {
  const { PDFName, PDFDict: Dict, PDFArray } = library;
  for (const [reference, element] of context.enumerateIndirectObjects()) {
    const target = element instanceof Dict ? targetOf(element, library) : undefined;
    if (!(element instanceof Dict) || !target || !annotations.has(target)) continue;
    const parent = element.lookupMaybe(PDFName.of('P'), Dict);
    const siblings = parent?.lookup(PDFName.of('K'));
    const index = siblings instanceof PDFArray ? siblings.indexOf(reference) : undefined;
    if (siblings instanceof PDFArray && index !== undefined) siblings.remove(index);
    else parent?.delete(PDFName.of('K'));
    context.delete(reference);
  }
  for (const annotation of annotations) context.delete(annotation);
}

/** The annotation that a structure element refers to. */
function targetOf(element: PDFDict, library: PdfLibrary): PDFRef | undefined {
  const { PDFName, PDFDict: Dict, PDFRef: Ref } = library;
  const child = element.get(PDFName.of('K'));
  const target = child instanceof Dict ? child.get(PDFName.of('Obj')) : undefined;
  return target instanceof Ref ? target : undefined;
}

function removeDates({ context }: PDFDocument, { PDFName, PDFDict: Dict }: PdfLibrary): void {
  const information = context.lookup(context.trailerInfo.Info);
  if (!(information instanceof Dict)) return;
  information.delete(PDFName.of('CreationDate'));
  information.delete(PDFName.of('ModDate'));
}
