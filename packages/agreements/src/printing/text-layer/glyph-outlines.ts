/**
 * Reads glyph outlines from an embedded TrueType font (tables `glyf` and `loca`), as path operators
 * of a content stream in font units.
 */
export interface GlyphOutlines {
  unitsPerEm: number;
  pathOf: (glyph: number) => string;
}

interface Point {
  x: number;
  y: number;
  isOnCurve: boolean;
}

interface Font {
  view: DataView;
  glyphs: number;
  offsetOf: (glyph: number) => number;
}

/** Components may refer to components; real fonts stay far below this limit. */
const NESTING = 8;

export function outlinesOf(bytes: Uint8Array): GlyphOutlines {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = tablesOf(view);
  const head = tables.get('head') ?? 0;
  const glyphs = tables.get('glyf');
  const loca = tables.get('loca');
  if (glyphs === undefined || loca === undefined) throw new Error('The font has no outlines.');
  const isLong = view.getInt16(head + 50) === 1;
  const offsetOf = (glyph: number) =>
    isLong ? view.getUint32(loca + 4 * glyph) : 2 * view.getUint16(loca + 2 * glyph);
  const font = { view, glyphs, offsetOf };
  const paths = new Map<number, string>();
  return {
    unitsPerEm: view.getUint16(head + 18),
    pathOf: (glyph) => {
      const path = paths.get(glyph) ?? contoursOf(font, glyph, NESTING).map(contourPath).join(' ');
      paths.set(glyph, path);
      return path;
    },
  };
}

function tablesOf(view: DataView): Map<string, number> {
  const tables = new Map<string, number>();
  for (let index = 0; index < view.getUint16(4); index += 1) {
    const record = 12 + 16 * index;
    const letters = [0, 1, 2, 3].map((at) => String.fromCharCode(view.getUint8(record + at)));
    tables.set(letters.join(''), view.getUint32(record + 8));
  }
  return tables;
}

function contoursOf(font: Font, glyph: number, nesting: number): Point[][] {
  const start = font.offsetOf(glyph);
  if (font.offsetOf(glyph + 1) === start || nesting === 0) return [];
  const at = font.glyphs + start;
  const count = font.view.getInt16(at);
  return count < 0 ? componentsOf(font, at + 10, nesting) : simpleContours(font.view, at, count);
}

function simpleContours(view: DataView, start: number, count: number): Point[][] {
  let at = start + 10;
  const ends = Array.from({ length: count }, (_, index) => view.getUint16(at + 2 * index));
  at += 2 * count;
  at += 2 + view.getUint16(at);
  const total = (ends.at(-1) ?? -1) + 1;
  const flags: number[] = [];
  while (flags.length < total) {
    const flag = view.getUint8(at++);
    const repeats = flag & 8 ? view.getUint8(at++) : 0;
    for (let index = 0; index <= repeats; index += 1) flags.push(flag);
  }
  const coordinates = (isShort: number, isSame: number) => {
    let value = 0;
    return flags.map((flag) => {
      if (flag & isShort) value += flag & isSame ? view.getUint8(at++) : -view.getUint8(at++);
      else if (!(flag & isSame)) {
        value += view.getInt16(at);
        at += 2;
      }
      return value;
    });
  };
  const xs = coordinates(2, 16);
  const ys = coordinates(4, 32);
  const points = flags.map((flag, index) => ({ x: xs[index] ?? 0, y: ys[index] ?? 0, isOnCurve: (flag & 1) === 1 }));
  return ends.map((end, index) => points.slice(index === 0 ? 0 : (ends[index - 1] ?? 0) + 1, end + 1));
}

function componentsOf(font: Font, start: number, nesting: number): Point[][] {
  const { view } = font;
  const contours: Point[][] = [];
  let at = start;
  for (let flags = 0x20; flags & 0x20; ) {
    flags = view.getUint16(at);
    const glyph = view.getUint16(at + 2);
    at += 4;
    const isWord = flags & 1;
    const dx = isWord ? view.getInt16(at) : view.getInt8(at);
    const dy = isWord ? view.getInt16(at + 2) : view.getInt8(at + 1);
    at += isWord ? 4 : 2;
    const scale = () => {
      at += 2;
      return view.getInt16(at - 2) / 16384;
    };
    let [a, b, c, d] = [1, 0, 0, 1];
    if (flags & 8) a = d = scale();
    else if (flags & 0x40) [a, d] = [scale(), scale()];
    else if (flags & 0x80) [a, b, c, d] = [scale(), scale(), scale(), scale()];
    for (const contour of contoursOf(font, glyph, nesting - 1))
      contours.push(
        contour.map(({ x, y, isOnCurve }) => ({
          x: a * x + c * y + dx,
          y: b * x + d * y + dy,
          isOnCurve,
        })),
      );
  }
  return contours;
}

/**
 * TrueType curves are quadratic, PDF curves cubic. Between two control points there is an implied
 * point.
 */
function contourPath(contour: readonly Point[]): string {
  const first = contour[0];
  if (!first) return '';
  const last = contour.at(-1) ?? first;
  const start = first.isOnCurve ? first : last.isOnCurve ? last : middleOf(first, last);
  const path = [`${number(start.x)} ${number(start.y)} m`];
  let from: { x: number; y: number } = start;
  let control: Point | undefined;
  const curveTo = (via: Point, to: { x: number; y: number }) => {
    const near = (end: { x: number; y: number }) =>
      `${number((end.x + 2 * via.x) / 3)} ${number((end.y + 2 * via.y) / 3)}`;
    path.push(`${near(from)} ${near(to)} ${number(to.x)} ${number(to.y)} c`);
    from = to;
  };
  for (const point of first.isOnCurve ? contour.slice(1) : contour) {
    if (point.isOnCurve) {
      if (control) curveTo(control, point);
      else path.push(`${number(point.x)} ${number(point.y)} l`);
      from = point;
      control = undefined;
    } else {
      if (control) curveTo(control, middleOf(control, point));
      control = point;
    }
  }
  if (control) curveTo(control, start);
  return `${path.join(' ')} h`;
}

const middleOf = (a: Point, b: Point) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const number = (value: number) => String(Math.round(value * 100) / 100);
