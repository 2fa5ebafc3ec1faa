import { button, make, setText } from './dom.ts';
import { strings } from './strings.ts';
import type { ShownAs } from './view-choice.ts';

/** Stays at the top of the document: the PDF is one tap away from its text, and back. */
export function viewSwitch(onChoice: (view: ShownAs) => void) {
  let shown: ShownAs = 'pdf';
  const note = make('p', { class: 'hint view-note' }, strings.views.textNote);
  const other = button('', () => onChoice(shown === 'text' ? 'pdf' : 'text'), { class: 'quiet' });
  const bar = make('div', { class: 'views' }, other);
  return {
    elements: [note, bar],
    update: (view: ShownAs) => {
      shown = view;
      note.hidden = view !== 'text';
      setText(other, view === 'text' ? strings.views.pdf : strings.views.text);
    },
  };
}
