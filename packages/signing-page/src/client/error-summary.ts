import type { DocumentView } from './document-view.ts';
import { button, make, setText } from './dom.ts';
import { labelOf } from './field-label.ts';
import type { SigningSession } from './session.ts';
import { say, strings } from './strings.ts';

/** Lists all errors and notes, each with a link to its field. */
export function errorSummary(
  session: SigningSession,
  { focusField, notes, inOrder }: Pick<DocumentView, 'focusField' | 'notes' | 'inOrder'>,
) {
  const errors = listing('errors');
  const noted = listing('errors notes');
  const trouble = make('p');
  const retry = button(strings.tryAgain, () => void session.retry(), { class: 'secondary' });
  const offline = make('div', { class: 'errors offline' }, trouble, retry);
  const element = make('div', { role: 'alert' });

  const linkTo = ({ id, label, message }: SummaryItem) =>
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
        // A message about conditions already names its fields.
        message.includes(label) ? message : say(strings.labelled, { label, message }),
      ),
    );

  const itemsFor = (messageOf: (fieldId: string) => string | undefined): SummaryItem[] =>
    inOrder(session.state.fields).flatMap((field) => {
      const message = messageOf(field.id);
      return message ? [{ id: field.id, label: labelOf(field), message }] : [];
    });

  let announced = '';
  return {
    element,
    update: () => {
      const wrong = itemsFor((id) => session.errors.get(id)?.message);
      const printed = notes();
      const asPrinted = itemsFor((id) => (session.errors.has(id) ? undefined : printed.get(id)));
      const inTheWay = session.isOffline ? unreached(session) : (session.notice ?? '');
      const announcement = JSON.stringify([wrong, asPrinted, inTheWay]);
      // Screen readers announce an alert again if it is inserted again.
      if (announcement === announced) return;
      announced = announcement;
      errors.fill(say(strings.errorsTitle, { count: wrong.length }), wrong.map(linkTo));
      noted.fill(strings.notesTitle, asPrinted.map(linkTo));
      setText(trouble, inTheWay);
      retry.hidden = !session.isOffline;
      element.replaceChildren(
        ...(inTheWay ? [offline] : []),
        ...(wrong.length > 0 ? [errors.element] : []),
        ...(asPrinted.length > 0 ? [noted.element] : []),
      );
    },
  };
}

interface SummaryItem {
  id: string;
  label: string;
  message: string;
}

function listing(look: string) {
  const title = make('p', { class: 'errors-title' });
  const list = make('ul');
  return {
    element: make('div', { class: look }, title, list),
    fill: (text: string, items: HTMLElement[]) => {
      setText(title, text);
      list.replaceChildren(...items);
    },
  };
}

const unreached = ({ unsaved }: SigningSession) => (unsaved.size > 0 ? strings.notSaved : strings.notReached);
