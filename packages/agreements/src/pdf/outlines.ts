import {
  appendBezierCurve,
  closePath,
  fill,
  lineTo,
  moveTo,
  type PDFOperator,
  setFillingRgbColor,
} from '@cantoo/pdf-lib';

/** A typed signature as one path of the commands M, L, C and Z with absolute points. */
export interface SignatureOutlines {
  width: number;
  height: number;
  operators: PDFOperator[];
}

const SVG = Buffer.from('<svg ');
const DRAWING = /^<svg [^>]*viewBox="0 0 ([\d.]+) ([\d.]+)"><path fill="#([0-9a-f]{6})" d="([^"]*)"\/><\/svg>\s*$/;
const COMMAND = /([MLCZ])([^MLCZ]*)/g;

export const isSvg = (image: Uint8Array) => SVG.equals(image.subarray(0, SVG.length));

/** Parsed from the file stored when the signer signed, so that the seal contains what they saw. */
export function outlinesIn(image: Uint8Array): SignatureOutlines {
  const [, width, height, color = '', path = ''] = DRAWING.exec(Buffer.from(image).toString('utf8')) ?? [];
  if (!width || !height) throw new Error('A typed signature is not as the service draws them.');
  const [red = 0, green = 0, blue = 0] = Buffer.from(color, 'hex');
  const operators = [...path.matchAll(COMMAND)].map(([, kind, numbers = '']) => {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers.split(' ').map(Number);
    if (kind === 'M') return moveTo(a, b);
    if (kind === 'L') return lineTo(a, b);
    return kind === 'C' ? appendBezierCurve(a, b, c, d, e, f) : closePath();
  });
  return {
    width: Number(width),
    height: Number(height),
    operators: [setFillingRgbColor(red / 255, green / 255, blue / 255), ...operators, fill()],
  };
}
