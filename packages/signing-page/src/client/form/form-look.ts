import type { LinkedDrawing } from '@assay/agreements/browser';
import { printSizeOf } from '../controls/field-control.ts';
import type { SigningField } from '../signing-state.ts';

/** An input has the look of the form while it is edited; the drawing replaces it afterwards. */
export function showLook(
  box: HTMLElement,
  { look: { fontSize, color, alignment, font }, cut, texts: [overlay] }: LinkedDrawing,
  field: SigningField,
) {
  box.style.setProperty('--print-size', String(fontSize ?? overlay?.text.fontSize ?? printSizeOf(field)));
  box.style.setProperty('--form-ink', color);
  box.style.setProperty('--form-alignment', alignment);
  box.style.setProperty('--form-family', familyOf(font));
  box.style.setProperty('--form-weight', /Bold/.test(font) ? '700' : '400');
  box.style.setProperty('--form-style', /Oblique|Italic/.test(font) ? 'italic' : 'normal');
  // A text that the form's font lacks does not shrink.
  if (overlay) delete box.dataset.cut;
  else box.dataset.cut = cut?.kind === 'lines' ? String(cut.lines) : (cut?.kind ?? '');
}

const familyOf = (font: string) =>
  font.startsWith('Times')
    ? '"Times New Roman", "Liberation Serif", serif'
    : font.startsWith('Courier')
      ? '"Courier New", "Liberation Mono", monospace'
      : 'Helvetica, Arial, "Liberation Sans", sans-serif';
