import type { KeyboardEvent } from 'react';

/** ⌘ or Ctrl with Enter. Enter on a button would press that button as well, so the browser does nothing more. */
export const onModEnter =
  <E extends Element>(act: (element: E) => void) =>
  (event: KeyboardEvent<E>) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    act(event.currentTarget);
  };

/** Sends the form from anywhere in it. */
export const submitOnModEnter = onModEnter((form: HTMLFormElement) => form.requestSubmit());
