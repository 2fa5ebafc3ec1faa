import { useId, useRef, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Failure } from '../parts/states.tsx';

/** Asks for a sentence and sends it. What is typed stays when the service refuses it. */
export function ReasonDialog({
  title,
  label,
  button,
  maxLength,
  hint,
  suggestions = [],
  look = 'primary',
  onClose,
  onSubmit,
}: {
  title: string;
  label: string;
  button: string;
  maxLength: number;
  hint?: string;
  suggestions?: readonly string[];
  look?: 'primary' | 'danger';
  onClose(): void;
  onSubmit(text: string, idempotencyKey: string): Promise<void>;
}) {
  const [text, setText] = useState('');
  const [error, setError] = useState<unknown>();
  const [isSending, setSending] = useState(false);
  // One key per dialog: pressing again after a failure cannot repeat the change.
  const key = useRef(crypto.randomUUID());
  const field = useId();
  const submit = async () => {
    setSending(true);
    setError(undefined);
    try {
      await onSubmit(text.trim(), key.current);
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
          if (text.trim() !== '' && !isSending) void submit();
        }}
      >
        {hint && <p className="quiet">{hint}</p>}
        {suggestions.length > 0 && (
          <div className="cluster">
            {suggestions.map((suggestion) => (
              <Button key={suggestion} size="small" onClick={() => setText(suggestion)}>
                {suggestion}
              </Button>
            ))}
          </div>
        )}
        <div className="field">
          <label htmlFor={field}>{label}</label>
          <textarea
            id={field}
            className="input"
            rows={4}
            required
            maxLength={maxLength}
            value={text}
            autoFocus
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) event.currentTarget.form?.requestSubmit();
            }}
          />
        </div>
        {error !== undefined && <Failure error={error} />}
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look={look}
            shortcut="mod+Enter"
            blocked={text.trim() === '' ? 'Write a reason first.' : isSending ? 'Sending.' : null}
          >
            {button}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
