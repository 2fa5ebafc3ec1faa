import {
  concatTransformationMatrix,
  decodePDFRawStream,
  PDFArray,
  PDFContentStream,
  PDFName,
  type PDFObject,
  type PDFOperator,
  type PDFPage,
  PDFRawStream,
  popGraphicsState,
  pushGraphicsState,
} from '@cantoo/pdf-lib';
import { balanceOf } from './graphics-states.ts';
import { geometryOf, seenToPage } from './page-geometry.ts';

const CONTENTS = PDFName.of('Contents');
const prepared = new WeakSet<PDFPage>();

/** Draws above the content of a page, without affecting other pages that share it. */
export function drawOnPage(page: PDFPage, operators: readonly PDFOperator[]): void {
  if (!prepared.has(page)) prepare(page);
  prepared.add(page);
  page.pushOperators(...operators);
}

/** The same in coordinates of the visible page, with y upwards from its bottom left. */
export function drawAsSeen(page: PDFPage, operators: readonly PDFOperator[]): void {
  drawOnPage(page, [
    pushGraphicsState(),
    concatTransformationMatrix(...seenToPage(geometryOf(page))),
    ...operators,
    popGraphicsState(),
  ]);
}

/** Gives the page its own content list, after which its original coordinate system is restored. */
function prepare(page: PDFPage): void {
  const { context } = page.doc;
  const { missingSaves, missingRestores } = balanceOf(instructionsOf(page));
  const contents = contentsOf(page);
  const before = Array.from({ length: missingSaves }, pushGraphicsState);
  const after = Array.from({ length: missingRestores }, popGraphicsState);
  page.node.set(
    CONTENTS,
    context.obj([
      ...(missingSaves > 0 ? [context.register(context.contentStream(before))] : []),
      ...contents,
      ...(missingRestores > 0 ? [context.register(context.contentStream(after))] : []),
    ]),
  );
}

function contentsOf(page: PDFPage): PDFObject[] {
  const found = page.node.lookup(CONTENTS);
  const shared = found instanceof PDFArray ? found.asArray() : [page.node.get(CONTENTS)];
  return shared.filter((one) => one !== undefined);
}

/** The decoded content of a page, one character per byte. */
export const instructionsOf = (page: PDFPage): string => contentsOf(page).map(instructionsIn(page)).join('\n');

const instructionsIn = (page: PDFPage) => (content: PDFObject) => {
  const stream = page.doc.context.lookup(content);
  if (stream instanceof PDFContentStream) return Buffer.from(stream.getUnencodedContents()).toString('latin1');
  if (!(stream instanceof PDFRawStream)) return '';
  try {
    return Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
  } catch {
    return ''; // encoded in a way that text viewers cannot decode either
  }
};
