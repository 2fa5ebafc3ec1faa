import { type KeyboardEvent, useRef } from 'react';

/** A person who types presses the next key sooner than this. */
const CALM_MS = 500;

/**
 * For a dialog that opens unasked: someone may be typing, and the next space must not press a button. Space
 * and Enter do nothing until no key was pressed for a moment, or the person has moved the focus.
 */
export function useCalmKeys() {
  const latest = useRef(performance.now());
  const hasMoved = useRef(false);
  /** The key that was pressed here and may act. */
  const allowed = useRef<string>(undefined);
  const onKeyDownCapture = (event: KeyboardEvent) => {
    const isCalm = event.timeStamp - latest.current >= CALM_MS && !event.repeat;
    latest.current = event.timeStamp;
    if (event.key === 'Tab') hasMoved.current = true;
    allowed.current = isCalm || hasMoved.current ? event.key : undefined;
    if (isActivation(event) && allowed.current === undefined) event.preventDefault();
  };
  // Space presses a button when it is released; it may have been pressed before the dialog opened.
  const onKeyUpCapture = (event: KeyboardEvent) => {
    if (isActivation(event) && allowed.current !== event.key) event.preventDefault();
  };
  return { onKeyDownCapture, onKeyUpCapture };
}

const isActivation = ({ key }: KeyboardEvent) => key === ' ' || key === 'Enter';
