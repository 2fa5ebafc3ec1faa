import type { PDFDict, PDFDocument, PDFPage, PDFRef } from '@cantoo/pdf-lib';
import { SIGNATURE_HEIGHT, SIGNATURE_WIDTH } from '../page.ts';
import type { BoxPlace, Printed } from '../printer.ts';
import { renumberElements } from './element-ids.ts';
import { loadPackage } from './load-package.ts';

/**
 * What the browser has printed, made into what a printer answers with: the links that mark the boxes
 * are read and taken out, and so is all in which two prints differ: their time, and how the browser counts.
 */
type PdfLibrary = typeof import('@cantoo/pdf-lib');

export async function finishPdf(printed: Uint8Array, markOf: MarkOf): Promise<Printed> {
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
    signatures: marks.flatMap(({ kind, id, place }) =>
      kind === 'signature' ? [{ role: id, ...place }] : [],
    ),
    fields: marks.flatMap(({ kind, id, place }) => (kind === 'field' ? [{ id, ...place }] : [])),
  };
}

/** The mark a link stands for (see `html.ts`), or nothing where it is one of the document's own. */
export type MarkOf = (href: string) => string | undefined;

interface Mark {
  annotation: PDFRef;
  kind: string;
  id: string;
  place: BoxPlace;
}

/** Takes the marks off a page and tells where they were. */
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
      ...{ annotation: reference, kind, id },
      place: {
        ...{ pageNumber, xPosition: box.x },
        yPosition: page.getHeight() - box.y - box.height,
        ...{ width: Number(width ?? SIGNATURE_WIDTH), height: Number(height ?? SIGNATURE_HEIGHT) },
      },
    });
    annotations?.remove(index);
  }
  return marks;
}

/** A reader that follows the structure must not meet a link that is not there. */
function removeFromStructure(
  { context }: PDFDocument,
  annotations: ReadonlySet<PDFRef>,
  library: PdfLibrary,
): void {
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

/** The annotation that an element of the structure stands for. */
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
