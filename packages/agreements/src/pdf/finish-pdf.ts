import { sha256Hex } from '@assay/foundation/canonical-json';
import type { PDFDocument } from '@cantoo/pdf-lib';
import type { PageSize } from '../printing/printer.ts';
import type { PrintCertificate } from '../printing/typst-certificate.ts';
import { appendPages } from './append-pages.ts';
import { type CompletionFacts, certificateOf } from './certificate-of-completion.ts';
import type { PlacedDrawing, Stamp } from './drawing.ts';
import { loadPdf } from './load-pdf.ts';
import type { PrintOverlay } from './overlay.ts';
import { geometryOf, seenSize } from './page-geometry.ts';
import { savePdf } from './save-pdf.ts';
import { type Seal, sealPdf } from './seal.ts';
import { sealReason } from './sealed-trail.ts';
import type { SealSigner } from './sealing/seal-key.ts';
import { drawFigures, stampDocument } from './stamp.ts';

export interface Finishing {
  original: Uint8Array;
  stamps: readonly Stamp[];
  /** Content of the certificate, except for values known only after stamping. */
  facts: Omit<CompletionFacts, 'pageCount' | 'originalSha256' | 'stampedSha256'>;
  printOverlay: PrintOverlay;
  printCertificate: PrintCertificate;
  signer: SealSigner;
  seal: Omit<Seal, 'reason'>;
}

export interface Finished {
  /** Of the file before the certificate was added. */
  stampedSha256: string;
  pdf: Uint8Array;
  sha256: string;
}

/**
 * Produces the final file of a document that all have signed: values stamped, form flattened,
 * certificate of completion appended, and everything sealed. Deterministic for the same input.
 */
export async function finishPdf({ original, stamps, facts, ...by }: Finishing): Promise<Finished> {
  const { printOverlay } = by;
  const document = await stampDocument({ pdf: original, stamps, printOverlay });
  const stampedSha256 = sha256Hex(await savePdf(document));
  await certify(document, by.printCertificate, {
    ...facts,
    pageCount: document.getPageCount(),
    originalSha256: sha256Hex(original),
    stampedSha256,
  });

  const { documentId, audit } = facts;
  const reason = sealReason({ documentId, ...audit });
  const pdf = await sealPdf(await savePdf(document), by.signer, { ...by.seal, reason });
  return { stampedSha256, pdf, sha256: sha256Hex(pdf) };
}

/** Appends the certificate and draws each signer's signature into its frame. */
async function certify(
  document: PDFDocument,
  printCertificate: PrintCertificate,
  facts: CompletionFacts,
): Promise<void> {
  const { pdf, signatures } = await printCertificate(certificateOf(facts, pageSizeLike(document)));
  appendPages(document, await loadPdf(pdf));
  const drawings = signatures.flatMap(({ role, pageNumber, ...place }): PlacedDrawing[] => {
    const image = facts.signers[Number(role)]?.signature?.image;
    if (!image) return [];
    const { xPosition: x, yPosition: y, width, height } = place;
    const drawing = { kind: 'image' as const, image, box: { x, y, width, height } };
    return [{ pageNumber: facts.pageCount + pageNumber, drawing }];
  });
  await drawFigures(document, drawings);
}

const LETTER_POINTS = [612, 792];
const TOLERANCE_POINTS = 5;

/** The certificate is on US Letter if the document is. */
function pageSizeLike(document: PDFDocument): PageSize {
  const { width, height } = seenSize(geometryOf(document.getPage(0)));
  const sides = [width, height].sort((one, other) => one - other);
  const isLetter = sides.every((side, index) => Math.abs(side - (LETTER_POINTS[index] ?? 0)) < TOLERANCE_POINTS);
  return isLetter ? 'Letter' : 'A4';
}
