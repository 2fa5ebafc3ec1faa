import { button, make, setText } from './dom.ts';
import { strings } from './strings.ts';
import type { ShownAs } from './view-choice.ts';

/** One tap from the PDF to the other view of the document, and back. */
export function viewSwitch(other: 'text' | 'guided', isSealed: boolean, onChoice: (view: ShownAs) => void) {
  const texts = strings.views;
  let shown: ShownAs = 'pdf';
  const note = make('p', { class: 'hint view-note' }, isSealed ? texts.textOfSealed : texts.textNote);
  const change = button('', () => onChoice(shown === 'pdf' ? other : 'pdf'), { class: 'quiet' });
  const bar = make('div', { class: 'views' }, change);
  return {
    elements: [note, bar],
    update: (view: ShownAs) => {
      shown = view;
      bar.dataset.shown = view;
      note.hidden = view !== 'text';
      setText(change, view === 'pdf' ? texts[other] : texts.pdf);
    },
  };
}
