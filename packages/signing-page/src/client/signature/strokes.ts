/** A point of a line, in pixels of the pad, with the time it was drawn. */
export interface Point {
  x: number;
  y: number;
  atMs: number;
}
export type Stroke = Point[];

const INK = '#14213d';
const THICK_PX = 3.4;
const THIN_PX = 1.5;
/** At this speed (pixels per millisecond) the line is thinnest. */
const FAST = 3;
const SMOOTHING = 0.35;

/**
 * Quadratic curves through the midpoints smooth corners; the line is thinner where the pen was
 * fast.
 */
export function drawStroke(drawing: CanvasRenderingContext2D, stroke: Stroke) {
  drawing.strokeStyle = INK;
  drawing.fillStyle = INK;
  drawing.lineCap = 'round';
  drawing.lineJoin = 'round';
  const [first] = stroke;
  if (!first) return;
  if (stroke.length === 1) return drawDot(drawing, first);

  let from: Pick<Point, 'x' | 'y'> = first;
  let width = THICK_PX * 0.8;
  stroke.forEach((point, index) => {
    const next = stroke[index + 1] ?? point;
    const to = { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
    width += (widthFor(point, next) - width) * SMOOTHING;
    drawing.lineWidth = width;
    drawing.beginPath();
    drawing.moveTo(from.x, from.y);
    drawing.quadraticCurveTo(point.x, point.y, to.x, to.y);
    drawing.stroke();
    from = to;
  });
}

function drawDot(drawing: CanvasRenderingContext2D, { x, y }: Point) {
  drawing.beginPath();
  drawing.arc(x, y, THICK_PX / 2, 0, 2 * Math.PI);
  drawing.fill();
}

function widthFor(from: Point, to: Point): number {
  const speed = Math.hypot(to.x - from.x, to.y - from.y) / Math.max(1, to.atMs - from.atMs);
  return THICK_PX - (THICK_PX - THIN_PX) * Math.min(1, speed / FAST);
}
