import { askToDecline } from './decline-dialog.ts';
import type { DisclosureCard } from './disclosure-card.ts';
import { type DocumentView, promptOf } from './document-view.ts';
import { button, make, setText } from './dom.ts';
import { errorSummary } from './error-summary.ts';
import { afterPress } from './press.ts';
import type { SigningSession } from './session.ts';
import { canBeFilled, isApproval, openFields, stageOf } from './signing-state.ts';
import { say, strings } from './strings.ts';

/** The bar that stays visible: progress, next field, decline and finish. */
export function signingBar(session: SigningSession, view: DocumentView, disclosure: DisclosureCard) {
  const progress = make('p', { class: 'progress', 'aria-live': 'polite', role: 'status' });
  const meter = make('progress', { 'aria-hidden': 'true', max: 1, value: 0 });
  const prompt = make('p', { class: 'prompt', 'aria-hidden': 'true', dir: 'auto' });
  const summary = errorSummary(session, view);
  const next = button(strings.next, goToNext, { class: 'primary' });
  const words = isApproval(session.state) ? strings.approval : strings;
  const finish = button(words.finish, () => void finishSigning(), {
    'aria-describedby': 'consent',
  });
  const decline = button(strings.decline, () => void askToDecline(session), { class: 'quiet' });
  const consent = make('p', { class: 'consent', id: 'consent' }, words.consent);

  /** Continues from the current field, and wraps around after the last. */
  function goToNext() {
    const order = view.inOrder(session.state.fields).map(({ id }) => id);
    // What is entered need not be saved yet.
    const open = openFields(session.state, view.inOrder)
      .map(({ id }) => id)
      .filter((id) => !session.unsaved.get(id));
    const from = order.indexOf(lastFocused ?? '');
    const following = open.find((id) => order.indexOf(id) > from) ?? open[0];
    if (following) view.focusField(following);
  }

  function withoutRequired() {
    const canFillAny = session.state.fields.some((field) => canBeFilled(session.state, field));
    return canFillAny ? strings.onlyOptional : strings.nothingToFill;
  }

  async function finishSigning() {
    if (session.isFinishing) return;
    if (!disclosure.isAccepted()) return disclosure.demand();
    view.commitAll();
    if (await session.finish()) return;
    const wrong = view.inOrder(session.state.fields).find(({ id }) => session.errors.has(id));
    if (wrong) view.focusField(wrong.id);
  }

  let lastFocused: string | undefined;
  let focused: string | undefined;
  const showPrompt = () => {
    const field = session.state.fields.find(({ id }) => id === focused);
    setText(prompt, field ? promptOf(field) : '');
  };
  view.element.addEventListener('focusin', ({ target }) => {
    const box = target instanceof Element ? target.closest<HTMLElement>('[data-field]') : null;
    focused = box?.dataset.field;
    lastFocused = focused ?? lastFocused;
    afterPress(showPrompt);
  });
  view.element.addEventListener('focusout', () => {
    focused = undefined;
    afterPress(showPrompt);
  });

  const element = make(
    'section',
    { class: 'bar', 'aria-label': strings.signing },
    summary.element,
    make(
      'div',
      { class: 'bar-body' },
      make(
        'div',
        { class: 'bar-row' },
        make('div', { class: 'told' }, progress, prompt),
        make('div', { class: 'actions' }, decline, next, finish),
      ),
      consent,
      meter,
    ),
  );
  keepClearOf(element, summary.element);

  return {
    element,
    update: () => {
      const { filled, total } = session.state.progress;
      const isDone = openFields(session.state).length === 0;
      element.hidden = stageOf(session.state) !== 'ready';
      setText(progress, total > 0 ? say(strings.progress, { filled, count: total }) : withoutRequired());
      Object.assign(meter, { max: Math.max(1, total), value: total === 0 ? 1 : filled });
      next.hidden = isDone;
      finish.className = isDone ? 'primary' : 'secondary';
      setText(finish, session.isFinishing ? words.finishing : words.finish);
      finish.setAttribute('aria-disabled', String(session.isFinishing));
      summary.update();
    },
  };
}

/**
 * Scrolls the focused element out from under the bar. In a low window only the alert stays fixed.
 */
function keepClearOf(bar: HTMLElement, alert: HTMLElement) {
  const measure = () => {
    const height = bar.offsetHeight || alert.offsetHeight;
    document.documentElement.style.setProperty('--covered', `${height}px`);
  };
  const sizes = new ResizeObserver(measure);
  sizes.observe(bar);
  sizes.observe(alert);
}
