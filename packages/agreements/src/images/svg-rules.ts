/**
 * What a drawing may consist of: shapes, gradients, clips, masks and their paint. Both printers draw it alike, and
 * none of it runs, moves, loads or depends on fonts.
 */
export const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';

/** Elements that are copied. */
export const DRAWN: ReadonlySet<string> = new Set([
  'svg',
  'g',
  'defs',
  'symbol',
  'use',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'linearGradient',
  'radialGradient',
  'stop',
  'clipPath',
  'mask',
  'pattern',
]);

/** Elements that draw nothing and are left out with all they contain. */
export const DESCRIBING: ReadonlySet<string> = new Set(['title', 'desc', 'metadata']);

/** Elements that are refused with what to do about them; every other unknown element is refused by its name. */
export const REFUSED: Readonly<Record<string, string>> = {
  script: 'Scripts are not allowed.',
  foreignObject: 'HTML in a drawing (`foreignObject`) is not allowed.',
  image: 'Pictures in a drawing are not allowed. Upload a PNG instead.',
  feImage: 'Pictures in a drawing are not allowed. Upload a PNG instead.',
  text: 'Text in a drawing is not allowed, because it depends on fonts. Convert it to paths.',
  style: 'Style sheets are not allowed. Save the drawing with presentation attributes.',
  a: 'Links are not allowed in a drawing.',
  animate: 'Animations are not allowed.',
  animateMotion: 'Animations are not allowed.',
  animateTransform: 'Animations are not allowed.',
  animateColor: 'Animations are not allowed.',
  set: 'Animations are not allowed.',
  filter: 'Filters are not allowed, because printers draw them differently.',
};

/** Presentation attributes, which `style` may state as well. */
export const PAINTS: ReadonlySet<string> = new Set([
  'clip-path',
  'clip-rule',
  'color',
  'display',
  'fill',
  'fill-opacity',
  'fill-rule',
  'mask',
  'opacity',
  'overflow',
  'stop-color',
  'stop-opacity',
  'stroke',
  'stroke-dasharray',
  'stroke-dashoffset',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-miterlimit',
  'stroke-opacity',
  'stroke-width',
  'transform',
  'visibility',
]);

/** Attributes that place and shape. */
export const SHAPES: ReadonlySet<string> = new Set([
  'id',
  'd',
  'x',
  'y',
  'x1',
  'y1',
  'x2',
  'y2',
  'cx',
  'cy',
  'r',
  'rx',
  'ry',
  'fx',
  'fy',
  'fr',
  'width',
  'height',
  'points',
  'pathLength',
  'offset',
  'viewBox',
  'preserveAspectRatio',
  'gradientUnits',
  'gradientTransform',
  'spreadMethod',
  'clipPathUnits',
  'maskUnits',
  'maskContentUnits',
  'patternUnits',
  'patternContentUnits',
  'patternTransform',
]);
