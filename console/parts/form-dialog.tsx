import { type ReactNode, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { submitOnModEnter } from './mod-enter.ts';
import { Failure } from './states.tsx';

/**
 * A form in a dialog. It stays open, with what was typed, when the service refuses it. ⌘ or Ctrl with Enter sends it
 * from anywhere in it.
 */
export function FormDialog({
  title,
  button,
  look = 'primary',
  blocked = null,
  onClose,
  onSubmit,
  children,
}: {
  title: string;
  button: string;
  look?: 'primary' | 'danger';
  blocked?: string | null;
  onClose(): void;
  /** The key is the same for every attempt of this dialog. */
  onSubmit(idempotencyKey: string): Promise<void>;
  children: ReactNode;
}) {
  const key = useRef(crypto.randomUUID());
  const [error, setError] = useState<unknown>();
  const [isSending, setSending] = useState(false);
  const submit = async () => {
    setSending(true);
    setError(undefined);
    try {
      await onSubmit(key.current);
    } catch (problem) {
      setError(problem);
      setSending(false);
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="dialog-body"
        onSubmit={(event) => {
          event.preventDefault();
          if (blocked === null && !isSending) void submit();
        }}
        onKeyDown={submitOnModEnter}
      >
        {children}
        {error !== undefined && <Failure error={error} />}
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look={look} shortcut="mod+Enter" blocked={blocked ?? (isSending ? 'Sending.' : null)}>
            {button}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
