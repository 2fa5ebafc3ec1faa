import { type ReactNode, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { TextAreaField } from '../parts/field.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';

/** Asks for a sentence and sends it. */
export function ReasonDialog({
  label,
  maxLength,
  hint,
  about,
  suggestions = [],
  blocked = null,
  onSubmit,
  ...dialog
}: {
  title: string;
  label: string;
  button: string;
  maxLength: number;
  hint?: string;
  /** What is decided. */
  about?: ReactNode;
  suggestions?: readonly string[];
  /** Why it cannot be sent, whatever is written. */
  blocked?: string | null;
  look?: 'primary' | 'danger';
  onClose(): void;
  onSubmit(text: string, idempotencyKey: string): Promise<void>;
}) {
  const [text, setText] = useState('');
  return (
    <FormDialog
      {...dialog}
      blocked={blocked ?? (text.trim() === '' ? 'Write a reason first.' : null)}
      onSubmit={(idempotencyKey) => onSubmit(text.trim(), idempotencyKey)}
    >
      {about}
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
      <TextAreaField label={label} rows={4} required maxLength={maxLength} value={text} autoFocus onText={setText} />
    </FormDialog>
  );
}
