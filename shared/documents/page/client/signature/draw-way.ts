import { button, drawingOn, make } from '../dom.ts';
import { strings } from '../strings.ts';
import { canvasOf, trimmed } from './picture.ts';
import { drawStroke, type Stroke } from './strokes.ts';
import type { Way } from './way.ts';

/** Drawn again for print, so that it stays sharp. */
const PRINT_SCALE = 3;

/** With a finger, a pen or a mouse. */
export function drawWay(): Way {
  const strokes: Stroke[] = [];
  const pad = make('canvas', { class: 'pad', role: 'img', 'aria-label': strings.signature.pad });
  const hint = make(
    'span',
    { class: 'pad-hint', 'aria-hidden': 'true' },
    strings.signature.padHint,
  );
  const undo = button(strings.signature.undo, () => shorten(strokes.length - 1), {
    class: 'quiet',
  });
  const clear = button(strings.signature.clear, () => shorten(0), { class: 'quiet' });

  function redraw() {
    const scale = window.devicePixelRatio || 1;
    pad.width = pad.clientWidth * scale;
    pad.height = pad.clientHeight * scale;
    const drawing = drawingOn(pad);
    drawing.scale(scale, scale);
    for (const stroke of strokes) drawStroke(drawing, stroke);
    hint.hidden = strokes.length > 0;
  }

  function shorten(length: number) {
    strokes.length = Math.max(0, length);
    redraw();
  }

  // Else a quick stroke counts as a swipe, and the tap that follows it only ends that swipe.
  pad.addEventListener('touchstart', (event) => event.preventDefault(), { passive: false });
  let isDrawing = false;
  pad.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    pad.setPointerCapture(event.pointerId);
    isDrawing = true;
    strokes.push([pointOf(event)]);
    redraw();
  });
  pad.addEventListener('pointermove', (event) => {
    if (!isDrawing) return;
    const between = event.getCoalescedEvents?.() ?? [];
    strokes.at(-1)?.push(...(between.length > 0 ? between : [event]).map(pointOf));
    redraw();
  });
  const stop = () => {
    isDrawing = false;
  };
  pad.addEventListener('pointerup', stop);
  pad.addEventListener('pointercancel', stop);
  new ResizeObserver(redraw).observe(pad);

  const tools = make('div', { class: 'pad-tools' }, undo, clear);
  return {
    name: 'draw',
    panel: make('div', {}, make('div', { class: 'pad-frame' }, pad, hint), tools),
    opened: redraw,
    picture: async () => trimmed(printed(pad, strokes)),
  };

  function pointOf({ clientX, clientY, timeStamp }: PointerEvent) {
    const { left, top } = pad.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top, atMs: timeStamp };
  }
}

function printed({ clientWidth, clientHeight }: HTMLCanvasElement, strokes: Stroke[]) {
  const canvas = canvasOf(clientWidth * PRINT_SCALE, clientHeight * PRINT_SCALE);
  const drawing = drawingOn(canvas);
  drawing.scale(PRINT_SCALE, PRINT_SCALE);
  for (const stroke of strokes) drawStroke(drawing, stroke);
  return canvas;
}
