import { labelOf } from './controls/field-control.ts';
import { button, make, setText } from './dom.ts';
import type { Session } from './session.ts';
import { inReadingOrder } from './signing-state.ts';
import { strings } from './strings.ts';

/** Everything that stands in the way, each with the way to it. */
export function errorSummary(session: Session, focusField: (fieldId: string) => void) {
  const title = make('p', { class: 'errors-title' });
  const list = make('ul');
  const errors = make('div', { class: 'errors' }, title, list);
  const trouble = make('p');
  const retry = button(strings.tryAgain, () => void session.retry(), { class: 'secondary' });
  const offline = make('div', { class: 'errors offline' }, trouble, retry);
  const element = make('div', { role: 'alert' });

  const linkTo = ({ id, label, message }: { id: string; label: string; message: string }) =>
    make(
      'li',
      {},
      make(
        'a',
        {
          href: `#${id}`,
          dir: 'auto',
          onclick: (event) => {
            event.preventDefault();
            focusField(id);
          },
        },
        // A message about conditions names its fields by itself.
        message.includes(label) ? message : `${label}: ${message}`,
      ),
    );

  let said = '';
  return {
    element,
    update: () => {
      const wrong = inReadingOrder(session.state.fields).flatMap((field) => {
        const error = session.errors.get(field.id);
        return error ? [{ id: field.id, label: labelOf(field), message: error.message }] : [];
      });
      const inTheWay = session.isOffline ? unreached(session) : (session.notice ?? '');
      const saying = JSON.stringify([wrong, inTheWay]);
      // An alert that is put there again is read out again.
      if (saying === said) return;
      said = saying;
      setText(title, strings.errorsTitle(wrong.length));
      list.replaceChildren(...wrong.map(linkTo));
      setText(trouble, inTheWay);
      retry.hidden = !session.isOffline;
      element.replaceChildren(
        ...(inTheWay ? [offline] : []),
        ...(wrong.length > 0 ? [errors] : []),
      );
    },
  };
}

const unreached = ({ unsaved }: Session) =>
  unsaved.size > 0 ? strings.notSaved : strings.notReached;
