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
import { sealPdf } from './seal.ts';
import { type SealedFile, type Sealing, sealAtBestLevel } from './seal-file.ts';
import { sealReason } from './sealed-trail.ts';
import { drawFigures, stampDocument } from './stamp.ts';

export interface Finishing extends Sealing {
  original: Uint8Array;
  stamps: readonly Stamp[];
  /** Content of the certificate, except for values known only after stamping. */
  facts: Omit<CompletionFacts, 'pageCount' | 'originalSha256' | 'stampedSha256' | 'seal'>;
  printOverlay: PrintOverlay;
  printCertificate: PrintCertificate;
}

export interface Finished extends SealedFile {
  /** Of the file before the certificate was added. */
  stampedSha256: string;
}

/**
 * Produces the final file of a document that all have signed: values stamped, form flattened,
 * certificate of completion appended, and everything sealed. Deterministic for the same input.
 */
export async function finishPdf({ original, stamps, facts, ...by }: Finishing): Promise<Finished> {
  const { printOverlay } = by;
  const document = await stampDocument({ pdf: original, stamps, printOverlay });
  const stamped = await savePdf(document);
  const stampedSha256 = sha256Hex(stamped);
  const { documentId, audit } = facts;
  const reason = sealReason({ documentId, ...audit });
  const { isVouchedFor } = by.signer;

  // The certificate names the level of the seal that covers it, so another level needs another certificate.
  const sealedAs = async (level: 'B-B' | 'B-T', onto: PDFDocument, isDowngraded: boolean): Promise<Finished> => {
    await certify(onto, by.printCertificate, {
      ...facts,
      pageCount: onto.getPageCount(),
      originalSha256: sha256Hex(original),
      stampedSha256,
      seal: { level, isDowngraded, isVouchedFor, verifyUrl: by.seal.contact ?? null },
    });
    const timestamp = level === 'B-T' ? by.seal.timestamp : undefined;
    const pdf = await sealPdf(await savePdf(onto), by.signer, { ...by.seal, timestamp, reason });
    return { stampedSha256, pdf, sha256: sha256Hex(pdf), level };
  };

  return sealAtBestLevel(by, async (level, isDowngraded) =>
    sealedAs(level, isDowngraded ? await loadPdf(stamped) : document, isDowngraded),
  );
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
