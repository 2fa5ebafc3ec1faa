import { isRightToLeft, type OverlayText } from '@assay/agreements/browser';
import { make } from '../dom.ts';

/** A text printed over the form, in the size, colour and alignment that the form declares. */
export function overlayText({ text, fontSize, multiline, alignment, color, turn, width, height }: OverlayText) {
  const words = make('span', { dir: isRightToLeft(text) ? 'rtl' : 'ltr' }, text);
  const element = make('div', { class: 'form-text', 'aria-hidden': 'true' }, words);
  element.classList.toggle('multiline', multiline);
  element.style.setProperty('--print-size', String(fontSize));
  element.style.setProperty('--form-alignment', alignment ?? 'left');
  if (color) element.style.color = color;
  if (!turn) return element;
  element.dataset.turn = String(turn);
  const isSideways = turn !== 180;
  element.style.width = isSideways ? `${(height / width) * 100}%` : '100%';
  element.style.height = isSideways ? `${(width / height) * 100}%` : '100%';
  return make('div', { 'aria-hidden': 'true' }, element);
}
