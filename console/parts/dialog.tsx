import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react';

/** A modal dialog. Escape and the platform's focus handling come with the native element. */
export function Dialog({
  title,
  onClose,
  children,
  className = '',
  isTitleHidden = false,
  isBackdropInert = false,
}: {
  title: string;
  /** Without it the dialog stays until it is unmounted. */
  onClose?: () => void;
  children: ReactNode;
  className?: string;
  isTitleHidden?: boolean;
  /** A click on the backdrop does not close it. Neither does it once a form inside has been edited. */
  isBackdropInert?: boolean;
}) {
  const element = useRef<HTMLDialogElement>(null);
  const untouched = useRef('');
  const isPressedOutside = useRef(false);
  const titleId = useId();
  useEffect(() => {
    const opened = document.activeElement;
    element.current?.showModal();
    // The browser focuses the first control, which is not always where people begin to type.
    element.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    untouched.current = valuesIn(element.current);
    return () => {
      if (opened instanceof HTMLElement && opened.isConnected) opened.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop closes; Escape does the same by keyboard
    <dialog
      ref={element}
      className={`dialog ${className}`}
      aria-labelledby={titleId}
      closedby={onClose ? 'closerequest' : 'none'}
      onCancel={(event) => {
        // A file field reports its own `cancel` here too.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose?.();
      }}
      // A browser may close it although `cancel` was prevented, such as by a second Escape.
      onClose={({ currentTarget }) => {
        if (onClose) onClose();
        else if (!currentTarget.open) currentTarget.showModal();
      }}
      onPointerDown={(event) => {
        isPressedOutside.current = isOnBackdrop(event);
      }}
      onClick={(event) => {
        if (isBackdropInert || !isPressedOutside.current || !isOnBackdrop(event)) return;
        if (valuesIn(element.current) === untouched.current) onClose?.();
      }}
    >
      <h2 id={titleId} className={isTitleHidden ? 'visually-hidden' : 'dialog-title'}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}

function isOnBackdrop(event: MouseEvent<HTMLDialogElement>): boolean {
  const { target, currentTarget, clientX, clientY } = event;
  if (target !== currentTarget) return false;
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

const FIELDS = 'form :is(input, textarea, select)';

/** The values of all form fields in a dialog, to detect edits. */
const valuesIn = (dialog: HTMLDialogElement | null) =>
  Array.from(
    dialog?.querySelectorAll<HTMLInputElement>(FIELDS) ?? [],
    ({ value, checked }) => `${checked} ${value}`,
  ).join('\n');
