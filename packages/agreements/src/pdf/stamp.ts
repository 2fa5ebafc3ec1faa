import { sha256Hex } from '@assay/foundation/canonical-json';
import {
  concatTransformationMatrix,
  drawObject,
  lineTo,
  moveTo,
  type PDFDict,
  type PDFDocument,
  PDFHexString,
  type PDFImage,
  type PDFName,
  type PDFOperator,
  type PDFPage,
  setGraphicsState,
  setLineWidth,
  setStrokingRgbColor,
  stroke,
} from '@cantoo/pdf-lib';
import { uncoveredIn } from '../printing/coverage.ts';
import { removeActiveContent } from './active-content.ts';
import { drawOverlays } from './draw-overlays.ts';
import { drawTagged, type Tag } from './draw-tagged.ts';
import { type Drawing, fitted, type PlacedDrawing, type Stamp } from './drawing.ts';
import { fillForm } from './fill-form.ts';
import { flattenForm } from './flatten-form.ts';
import { loadPdf } from './load-pdf.ts';
import { isSvg, outlinesIn } from './outlines.ts';
import type { OverlayText, PrintOverlay } from './overlay.ts';
import { type Box, geometryOf, seenSize } from './page-geometry.ts';
import { savePdf } from './save-pdf.ts';
import { spelledOut } from './spelled-out.ts';
import { widgetsOf } from './widgets.ts';

export interface Stamping {
  pdf: Uint8Array;
  stamps: readonly Stamp[];
  printOverlay: PrintOverlay;
}

/** The file with all values stamped and without its form. */
export const stampPdf = async (stamping: Stamping): Promise<Uint8Array> => savePdf(await stampDocument(stamping));

/** The same as an open document, for further changes. */
export async function stampDocument({ pdf, stamps, printOverlay }: Stamping): Promise<PDFDocument> {
  const document = await loadPdf(pdf);
  giveIdentifier(document, pdf);
  // Of files that were accepted before this was done at upload.
  removeActiveContent(document);
  const filled = filledWidgets(document, stamps);
  const drawings = [...fillForm(document, stamps, isPrintable), ...flattenForm(document, filled).map(inLettersWeHave)];
  await drawOverlays(document, drawings, printOverlay);
  await drawFigures(document, drawings);
  return document;
}

/** Filling separates a widget from its field, and so from its name. */
function filledWidgets(document: PDFDocument, stamps: readonly Stamp[]): Set<PDFDict> {
  const values = stamps.filter(({ value, image }) => value !== null || image !== null);
  const names = new Set(values.map(({ acroFieldName }) => acroFieldName));
  return new Set(widgetsOf(document).flatMap(({ name, dict }) => (names.has(name) ? dict : [])));
}

const isPrintable = (text: string) => uncoveredIn(text).length === 0;

/** Such forms are rejected at upload; one that was accepted is still completed. */
const inLettersWeHave = ({ pageNumber, drawing }: PlacedDrawing): PlacedDrawing =>
  drawing.kind === 'text'
    ? { pageNumber, drawing: { ...drawing, text: spelled(drawing.text) } }
    : { pageNumber, drawing };

const spelled = (text: OverlayText): OverlayText => ({ ...text, text: spelledOut(text.text) });

/** Without an identifier, sealing would add a random one. */
function giveIdentifier({ context }: PDFDocument, pdf: Uint8Array): void {
  const identifier = PDFHexString.of(sha256Hex(pdf).slice(0, 32));
  context.trailerInfo.ID ??= context.obj([identifier, identifier]);
}

/** An image that is drawn again, such as a signature on the certificate, is embedded once. */
const embedded = new WeakMap<PDFDocument, Map<Uint8Array, PDFImage>>();

const CROSS: Tag = { role: 'Figure', alternative: 'Checked' };
const SIGNATURE: Tag = { role: 'Figure', alternative: 'Signature' };

/** Draws crosses and images; `drawOverlays` draws texts. */
export async function drawFigures(document: PDFDocument, drawings: readonly PlacedDrawing[]): Promise<void> {
  const images = embedded.get(document) ?? new Map<Uint8Array, PDFImage>();
  embedded.set(document, images);
  for (const { pageNumber, drawing } of drawings) {
    if (drawing.kind === 'text') continue;
    const page = document.getPage(pageNumber - 1);
    if (drawing.kind === 'cross') drawTagged(page, CROSS, cross(drawing.box, page));
    else if (isSvg(drawing.image)) drawTagged(page, SIGNATURE, outlines(drawing, page));
    else {
      const image = images.get(drawing.image) ?? (await embedImage(document, drawing.image));
      images.set(drawing.image, image);
      drawTagged(page, SIGNATURE, picture(drawing, image, page));
    }
  }
}

const PNG = [0x89, 0x50, 0x4e, 0x47];

const embedImage = (document: PDFDocument, bytes: Uint8Array) =>
  PNG.every((byte, index) => bytes[index] === byte) ? document.embedPng(bytes) : document.embedJpg(bytes);

function picture({ box }: Extract<Drawing, { kind: 'image' }>, image: PDFImage, page: PDFPage): PDFOperator[] {
  const { x, y, width, height } = upwards(fitted(image, box), page);
  const name = page.node.newXObject('Image', image.ref);
  return [setGraphicsState(multiply(page)), concatTransformationMatrix(width, 0, 0, height, x, y), drawObject(name)];
}

/** A typed signature: the outlines its signer saw, filled. */
function outlines({ image, box }: Extract<Drawing, { kind: 'image' }>, page: PDFPage) {
  const { width, height, operators } = outlinesIn(image);
  const fit = upwards(fitted({ width, height }, box), page);
  const scale = fit.width / width;
  // The y axis of an SVG points down.
  return [concatTransformationMatrix(scale, 0, 0, -scale, fit.x, fit.y + fit.height), ...operators];
}

/**
 * The paper in a picture is white or nearly so. Multiplied with the page, it does not cover what is
 * below, such as the signature line, and the ink stays dark.
 */
function multiply(page: PDFPage): PDFName {
  const state = page.doc.context.obj({ Type: 'ExtGState', BM: 'Multiply' });
  return page.node.newExtGState('Multiply', page.doc.context.register(state));
}

const STROKE_OF_CROSS = 0.12;

/** Two strokes, inset so that their corners lie within the box. */
function cross(box: Box, page: PDFPage): PDFOperator[] {
  const { x, y, width: side } = upwards(box, page);
  const thickness = side * STROKE_OF_CROSS;
  const inset = thickness / 2 / Math.SQRT2;
  const [near, far] = [inset, side - inset];
  return [
    setStrokingRgbColor(0, 0, 0),
    setLineWidth(thickness),
    moveTo(x + near, y + near),
    lineTo(x + far, y + far),
    moveTo(x + near, y + far),
    lineTo(x + far, y + near),
    stroke(),
  ];
}

/** Converts a box from top-left to bottom-left coordinates of the visible page. */
const upwards = (box: Box, page: PDFPage): Box => ({
  ...box,
  y: seenSize(geometryOf(page)).height - box.y - box.height,
});
