import { button, drawingOn, make } from '../dom.ts';
import { strings } from '../strings.ts';
import { canvasOf, dataUrlOf, trimmed } from './picture.ts';
import type { SignatureTab } from './signature-tab.ts';
import { drawStroke, type Stroke } from './strokes.ts';

/** Redrawn larger for print, so that it stays sharp. */
const PRINT_SCALE = 3;

/** A signature drawn with a finger, a pen or a mouse. */
export function drawTab(): SignatureTab {
  const strokes: Stroke[] = [];
  /** Size of the pad when it was drawn on: rotating the phone changes it. */
  const drawnOn: Size = { width: 0, height: 0 };
  const pad = make('canvas', { class: 'pad', role: 'img', 'aria-label': strings.signature.pad });
  const hint = make('span', { class: 'pad-hint', 'aria-hidden': 'true' }, strings.signature.padHint);
  const undo = button(strings.signature.undo, () => shorten(strokes.length - 1), {
    class: 'quiet',
  });
  const clear = button(strings.signature.clear, () => shorten(0), { class: 'quiet' });

  /** A drawing from a larger pad is scaled down to fit. */
  const scaleOf = ({ width, height }: Size) => Math.min(1, pad.clientWidth / width, pad.clientHeight / height);

  function redraw() {
    const pixels = window.devicePixelRatio || 1;
    pad.width = pad.clientWidth * pixels;
    pad.height = pad.clientHeight * pixels;
    const drawing = drawingOn(pad);
    const scale = pixels * scaleOf(drawnOn);
    drawing.scale(scale, scale);
    for (const stroke of strokes) drawStroke(drawing, stroke);
    hint.hidden = strokes.length > 0;
  }

  function shorten(length: number) {
    strokes.length = Math.max(0, length);
    if (strokes.length === 0) Object.assign(drawnOn, { width: 0, height: 0 });
    redraw();
  }

  // Otherwise a quick stroke counts as a swipe, and the next tap only ends that swipe.
  pad.addEventListener('touchstart', (event) => event.preventDefault(), { passive: false });
  let isDrawing = false;
  pad.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    pad.setPointerCapture(event.pointerId);
    isDrawing = true;
    const scale = scaleOf(drawnOn);
    drawnOn.width = Math.max(drawnOn.width, pad.clientWidth / scale);
    drawnOn.height = Math.max(drawnOn.height, pad.clientHeight / scale);
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
    signature: async () => {
      const picture = trimmed(printed(drawnOn, strokes));
      return picture && dataUrlOf(picture);
    },
  };

  function pointOf({ clientX, clientY, timeStamp }: PointerEvent) {
    const { left, top } = pad.getBoundingClientRect();
    const scale = scaleOf(drawnOn);
    return { x: (clientX - left) / scale, y: (clientY - top) / scale, atMs: timeStamp };
  }
}

interface Size {
  width: number;
  height: number;
}

function printed({ width, height }: Size, strokes: Stroke[]) {
  const canvas = canvasOf(width * PRINT_SCALE, height * PRINT_SCALE);
  const drawing = drawingOn(canvas);
  drawing.scale(PRINT_SCALE, PRINT_SCALE);
  for (const stroke of strokes) drawStroke(drawing, stroke);
  return canvas;
}
