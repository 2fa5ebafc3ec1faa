import {
  concatTransformationMatrix,
  PDFArray,
  PDFName,
  type PDFOperator,
  type PDFPage,
  popGraphicsState,
  pushGraphicsState,
} from '@cantoo/pdf-lib';
import { geometryOf, seenToPage } from './page-geometry.ts';

/** Draws above all that stands on a page, and on no other page that shares its content. */
export function drawOnPage(page: PDFPage, operators: readonly PDFOperator[]): void {
  const contents = page.node.lookup(PDFName.of('Contents'));
  if (contents instanceof PDFArray && page.node.get(PDFName.of('Contents')) !== contents)
    page.node.set(PDFName.of('Contents'), page.doc.context.obj([...contents.asArray()]));
  page.pushOperators(...operators);
}

/** The same in the coordinates of the page as it is seen, which count y upwards from its bottom left. */
export function drawAsSeen(page: PDFPage, operators: readonly PDFOperator[]): void {
  drawOnPage(page, [
    pushGraphicsState(),
    concatTransformationMatrix(...seenToPage(geometryOf(page))),
    ...operators,
    popGraphicsState(),
  ]);
}
