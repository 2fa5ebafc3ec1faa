import { type DocumentView, promptOf } from './document-view.ts';
import { button, make, setText } from './dom.ts';
import type { SigningSession } from './session.ts';
import { canBeFilled, inReadingOrder, openFields, type SigningField } from './signing-state.ts';
import { say, strings } from './strings.ts';

/** One field at a time, with the part of its page around it. The fields stay in their places on the page. */
export function guidedPanel(session: SigningSession, view: Pick<DocumentView, 'element' | 'focusLarge'>) {
  const texts = strings.views;
  const place = make('p', { class: 'guided-place', role: 'status' });
  const label = make('p', { class: 'guided-label', dir: 'auto' });
  const previous = button(texts.previous, () => step(-1), { class: 'secondary' });
  const next = button(texts.following, () => step(1), { class: 'secondary' });
  const summary = make('summary');
  const list = make('ul');
  const missing = make('details', {}, summary, list);
  const element = make('div', { class: 'guided-panel' }, place, label, previous, next, missing);
  let current: string | undefined;

  const own = () => inReadingOrder(session.state.fields).filter((field) => canBeFilled(session.state, field));

  function go(field: SigningField | undefined) {
    if (!field) return;
    current = field.id;
    update();
    view.focusLarge(field);
  }

  function step(by: number) {
    const fields = own();
    const at = fields.findIndex(({ id }) => id === current);
    go(fields[(at + by + fields.length) % fields.length]);
  }

  function update() {
    const fields = own();
    const at = fields.findIndex(({ id }) => id === current);
    const field = fields[at];
    setText(place, say(texts.step, { number: at + 1, count: fields.length }));
    setText(label, field ? promptOf(field) : '');
    const open = openFields(session.state);
    missing.hidden = open.length === 0;
    setText(summary, say(texts.missing, { count: open.length }));
    const names = open.map(promptOf);
    if (names.join('\n') === [...list.children].map(({ textContent }) => textContent).join('\n')) return;
    list.replaceChildren(
      ...open.map((one, index) =>
        make(
          'li',
          {},
          button(names[index] ?? '', () => go(one), { class: 'quiet', dir: 'auto' }),
        ),
      ),
    );
  }

  view.element.addEventListener('focusin', ({ target }) => {
    const box = target instanceof Element ? target.closest<HTMLElement>('[data-field]') : null;
    if (!box || !element.isConnected) return;
    current = box.dataset.field;
    update();
  });

  return { element, update, start: () => go(openFields(session.state)[0] ?? own()[0]) };
}
