import type { FieldControl } from './controls/field-control.ts';
import { bringIntoView, button, make } from './dom.ts';
import { strings } from './strings.ts';

/** Smaller input text is illegible and makes phones zoom in; the page does that itself first. */
const LEGIBLE_PX = 10;
const COMFORTABLE_PX = 16;
const CLOSEST = 4;

export interface Zoom {
  element: HTMLElement;
  set: (level: number) => void;
  level: () => number;
}

/** The sheets at the width of the screen, or enlarged with horizontal scrolling. */
export function zoomable(sheets: HTMLElement[]): Zoom {
  let level = 1;
  const stack = make('div', { class: 'sheets' }, ...sheets);
  const back = button(strings.wholePage, () => set(1), { class: 'whole-page', hidden: true });

  function set(next: number) {
    level = next;
    stack.style.setProperty('--zoom', String(level));
    back.hidden = level === 1;
  }

  const view = make('div', { class: 'sheets-view' }, stack);
  return { element: make('div', { class: 'zoom' }, back, view), set, level: () => level };
}

/** Zooms in until the text of this field has a comfortable size. */
export function makeRoomFor(zoom: Zoom, { box, input }: Pick<FieldControl, 'box' | 'input'>) {
  // The focus may have moved in the meantime.
  if (!input || document.activeElement !== input) return;
  const sizePx = Number.parseFloat(getComputedStyle(input).fontSize);
  if (sizePx >= LEGIBLE_PX) return;
  zoom.set(Math.min(CLOSEST, zoom.level() * (COMFORTABLE_PX / sizePx)));
  requestAnimationFrame(() => bringIntoView(box));
}
