import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFObject, PDFRef, PDFStream } from '@cantoo/pdf-lib';
import { type Box, boxFrom, type Matrix } from './page-geometry.ts';
import { inherited, numberIn, type Widget } from './widgets.ts';

/** The appearance stream a viewer would draw, considering the state of a button. */
export function appearanceOf({ dict }: Widget): PDFRef | undefined {
  const appearances = dict.lookup(PDFName.of('AP'));
  if (!(appearances instanceof PDFDict)) return undefined;
  const normal = appearances.get(PDFName.of('N'));
  const found = appearances.lookup(PDFName.of('N'));
  if (found instanceof PDFStream) return normal instanceof PDFRef ? normal : undefined;
  if (!(found instanceof PDFDict)) return undefined;

  const state = dict.lookup(PDFName.of('AS')) ?? inherited(dict, 'V');
  const drawn = state instanceof PDFName ? found.get(state) : undefined;
  return drawn instanceof PDFRef && dict.context.lookup(drawn) instanceof PDFStream ? drawn : undefined;
}

/** The matrix that fits an appearance into its rectangle. Completes the appearance for drawing. */
export function placeAppearance(document: PDFDocument, widget: Widget, appearance: PDFRef): Matrix | undefined {
  const { dict } = document.context.lookup(appearance, PDFStream);
  const bounds = boxFrom(dict.lookup(PDFName.of('BBox')));
  const placement =
    bounds && widget.box && placementOf(bounds, matrixFrom(dict.lookup(PDFName.of('Matrix'))), widget.box);
  if (placement) completeFormObject(document, dict, widget);
  return placement;
}

/** Viewers accept an appearance without these entries, but drawing it on a page requires them. */
function completeFormObject(document: PDFDocument, stream: PDFDict, { dict }: Widget): void {
  stream.set(PDFName.of('Type'), PDFName.of('XObject'));
  stream.set(PDFName.of('Subtype'), PDFName.of('Form'));
  const form = document.catalog.lookup(PDFName.of('AcroForm'));
  const resources = form instanceof PDFDict ? form.get(PDFName.of('DR')) : undefined;
  if (!stream.has(PDFName.of('Resources')) && resources) stream.set(PDFName.of('Resources'), resources);
  // A layer that is switched off hides the drawing as it hid the field.
  const layer = dict.get(PDFName.of('OC'));
  if (layer && !stream.has(PDFName.of('OC'))) stream.set(PDFName.of('OC'), layer);
}

/** Section 12.5.5 of ISO 32000: the transformed bounds of an appearance are fitted to its rectangle. */
function placementOf(bounds: Box, matrix: Matrix, box: Box): Matrix | undefined {
  const [a, b, c, d, e, f] = matrix;
  const corners = [0, 1].flatMap((right) =>
    [0, 1].map((top) => {
      const x = bounds.x + right * bounds.width;
      const y = bounds.y + top * bounds.height;
      return { x: a * x + c * y + e, y: b * x + d * y + f };
    }),
  );
  const left = Math.min(...corners.map(({ x }) => x));
  const bottom = Math.min(...corners.map(({ y }) => y));
  const width = Math.max(...corners.map(({ x }) => x)) - left;
  const height = Math.max(...corners.map(({ y }) => y)) - bottom;
  if (!(width > 0 && height > 0)) return undefined;
  const across = box.width / width;
  const up = box.height / height;
  return [across, 0, 0, up, box.x - left * across, box.y - bottom * up];
}

function matrixFrom(value: PDFObject | undefined): Matrix {
  const numbers = value instanceof PDFArray ? value.asArray() : [];
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbers.map((one) => numberIn(one, Number.NaN));
  return [a, b, c, d, e, f];
}
