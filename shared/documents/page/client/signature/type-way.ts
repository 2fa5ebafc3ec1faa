import { drawingOn, make } from '../dom.ts';
import { strings } from '../strings.ts';
import { canvasOf, trimmed } from './picture.ts';
import type { Way } from './way.ts';

const FONT = '600 120px Caveat, cursive';
const LINE_PX = 200;
const MOST_CHARACTERS = 80;

/** Written out in a handwriting: the way that needs no hand for drawing. */
export function typeWay(kind: 'signature' | 'initials', name: string): Way {
  const input = make('input', {
    type: 'text',
    id: 'typed-name',
    maxlength: MOST_CHARACTERS,
    autocomplete: 'name',
    dir: 'auto',
    value: kind === 'initials' ? initialsOf(name) : name,
  });
  const preview = make('div', { class: 'typed-preview', 'aria-hidden': 'true' });
  const show = async () => {
    const drawn = await written(input.value.trim());
    preview.replaceChildren(...(drawn ? [drawn] : []));
  };
  input.addEventListener('input', () => void show());

  const label = make('label', { for: 'typed-name' }, strings.signature.typed[kind]);
  return {
    name: 'type',
    panel: make('div', {}, label, input, preview),
    opened: () => void show(),
    picture: () => written(input.value.trim()),
  };
}

async function written(text: string): Promise<HTMLCanvasElement | undefined> {
  if (text === '') return undefined;
  // A script the handwriting does not have is written in a font of the system.
  await document.fonts.load(FONT, text).catch(() => []);
  const measure = drawingOn(canvasOf(1, 1));
  measure.font = FONT;
  const { width, actualBoundingBoxLeft, actualBoundingBoxRight } = measure.measureText(text);
  const overhang = Math.max(0, actualBoundingBoxLeft) + 8;
  const canvas = canvasOf(overhang + Math.max(width, actualBoundingBoxRight) + 8, LINE_PX);
  const drawing = drawingOn(canvas);
  drawing.font = FONT;
  drawing.fillStyle = '#14213d';
  drawing.textBaseline = 'middle';
  drawing.fillText(text, overhang, LINE_PX / 2);
  return trimmed(canvas);
}

/** The first letters of the first and the last name, as far as a name has them. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}
