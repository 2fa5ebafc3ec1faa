import { type PDFDocument, PDFRef } from '@cantoo/pdf-lib';
import { RENDERED_CHARACTERS, UPLOAD_PAGES } from '../limits.ts';
import { uncoveredIn } from '../printing/coverage.ts';
import { type ContentRefusal, type Removed, removeActiveContent, unremovableIn } from './active-content.ts';
import { drawAsSeen } from './draw-on-page.ts';
import type { PlacedDrawing } from './drawing.ts';
import { flattenForm } from './flatten-form.ts';
import { isSigned } from './is-signed.ts';
import { loadPdf } from './load-pdf.ts';
import { geometryOf, MOST_POINTS, type Size, seenSize } from './page-geometry.ts';
import { countPages } from './page-tree.ts';
import { readFormFields } from './read-form-fields.ts';
import { savePdf } from './save-pdf.ts';
import { openInViewer } from './viewer.ts';

type RefusalCode = 'not_a_pdf' | 'encrypted' | 'signed' | 'broken' | 'too_many_pages' | 'unprintable_form';

/** A file that can be signed, or why it is not accepted. */
export type Inspection =
  | { refusal: { code: RefusalCode; message: string } | ContentRefusal }
  | {
      /**
       * The file that everybody is shown and that is sealed: the uploaded one, written anew without
       * the content that was removed. Written anew in any case, because viewers use the
       * cross-reference table and stamping reads the file from start to end: a file can tell the two
       * different things.
       */
      pdf: Uint8Array;
      /** The visible size of every page. */
      pages: readonly Size[];
      removed: readonly Removed[];
    };

const MESSAGES: Record<RefusalCode, string> = {
  not_a_pdf: 'The file is not a PDF.',
  encrypted: 'The PDF is encrypted. Remove its password.',
  signed: 'The PDF is already signed. A change would break its signature.',
  broken: 'The PDF is damaged: its pages cannot be read reliably.',
  too_many_pages: `The PDF has more than ${UPLOAD_PAGES} pages.`,
  unprintable_form:
    'The form of the PDF contains text that cannot be printed: characters without a font, or too much text.',
};

export const refused = (code: RefusalCode): Inspection => ({
  refusal: { code, message: MESSAGES[code] },
});

/**
 * Viewers search for the header in the first kilobyte, because mail programs insert lines before
 * it.
 */
const HEADER_WITHIN_BYTES = 1024;

/** Any error that a library throws on an untrusted file is the file's fault. */
export async function inspect(pdf: Uint8Array): Promise<Inspection> {
  if (!Buffer.from(pdf.subarray(0, HEADER_WITHIN_BYTES)).includes('%PDF-')) return refused('not_a_pdf');
  try {
    return await look(pdf);
  } catch (error) {
    const needsPassword = error instanceof Error && error.name === 'PasswordException';
    return refused(needsPassword ? 'encrypted' : 'broken');
  }
}

/** The viewer comes first, because it rejects non-PDF files faster. */
async function look(pdf: Uint8Array): Promise<Inspection> {
  const seen = await pagesInViewer(pdf);
  if (seen === 'too_many') return refused('too_many_pages');
  if (seen.length === 0) return refused('broken');
  const document = await loadPdf(pdf);
  if (countPages(document, UPLOAD_PAGES) !== seen.length || seen.length !== document.getPageCount())
    return refused('broken');
  if (isSigned(document)) return refused('signed');
  if (hasChainedReferences(document)) return refused('broken');

  const pages = document.getPages().map((page) => seenSize(geometryOf(page)));
  if (!pages.every(isVisible) || !areAlike(pages, seen)) return refused('broken');
  const refusal = unremovableIn(document);
  if (refusal) return { refusal };
  const removed = removeActiveContent(document);
  const cleaned = await savePdf(document);
  return (await canBeStamped(cleaned, pages)) ?? { pdf: cleaned, pages, removed };
}

/** Rejects files that could not be stamped later, before anyone has signed. */
async function canBeStamped(pdf: Uint8Array, pages: readonly Size[]): Promise<Inspection | undefined> {
  await readFormFields(pdf);
  const document = await loadPdf(pdf);
  if (!canBeDrawn(flattenForm(document))) return refused('unprintable_form');
  const after = await pagesInViewer(await drawnOn(document));
  return after !== 'too_many' && areAlike(pages, after) ? undefined : refused('broken');
}

/** Draws on every page once. */
function drawnOn(document: PDFDocument): Promise<Uint8Array> {
  for (const page of document.getPages()) drawAsSeen(page, []);
  return savePdf(document);
}

/** An object that is only a reference to another one: viewers differ in whether they follow it. */
const hasChainedReferences = ({ context }: PDFDocument) =>
  context.enumerateIndirectObjects().some(([, object]) => object instanceof PDFRef);

/** Whether the printer can draw what the form's fonts cannot. */
function canBeDrawn(drawings: readonly PlacedDrawing[]): boolean {
  const texts = drawings.flatMap(({ drawing }) => (drawing.kind === 'text' ? drawing.text.text : []));
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  return characters <= RENDERED_CHARACTERS && texts.every((text) => uncoveredIn(text).length === 0);
}

async function pagesInViewer(pdf: Uint8Array): Promise<Size[] | 'too_many'> {
  const viewer = await openInViewer(pdf);
  try {
    const { numPages } = viewer.document;
    if (numPages > UPLOAD_PAGES) return 'too_many';
    const pages: Size[] = [];
    for (let pageNumber = 1; pageNumber <= numPages; pageNumber += 1) {
      const page = await viewer.document.getPage(pageNumber);
      const { width, height } = page.getViewport({ scale: 1 });
      pages.push({ width, height });
    }
    return pages;
  } finally {
    await viewer.close();
  }
}

/** Pages smaller than a point or larger than any paper are errors of the producer. */
const isVisible = ({ width, height }: Size) => Math.min(width, height) >= 1 && Math.max(width, height) <= MOST_POINTS;

const TOLERANCE_POINTS = 0.5;

/**
 * Signers see the file in a viewer that uses its cross-reference table; stamping parses it from
 * start to end. A file that the two interpret differently must not be signed.
 */
const areAlike = (pages: readonly Size[], seen: readonly Size[]) =>
  pages.length === seen.length &&
  pages.every(({ width, height }, index) => {
    const other = seen[index] ?? { width: 0, height: 0 };
    return Math.abs(other.width - width) <= TOLERANCE_POINTS && Math.abs(other.height - height) <= TOLERANCE_POINTS;
  });
