import { type ReactNode, useEffect, useId, useRef } from 'react';

/** A modal dialog. Escape and the platform's focus handling come with the native element. */
export function Dialog({
  title,
  onClose,
  children,
  className = '',
  isTitleHidden = false,
}: {
  title: string;
  onClose(): void;
  children: ReactNode;
  className?: string;
  isTitleHidden?: boolean;
}) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const opened = document.activeElement;
    element.current?.showModal();
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
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === element.current) onClose();
      }}
    >
      <h2 id={titleId} className={isTitleHidden ? 'visually-hidden' : 'dialog-title'}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}
