import { type ComponentProps, type ReactNode, useId } from 'react';

/** A labelled text field. */
export function TextField({
  label,
  hint,
  value,
  onText,
  ...rest
}: {
  label: string;
  hint?: ReactNode;
  value: string;
  onText(text: string): void;
} & Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'className' | 'id'>) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...rest}
        id={id}
        className="input"
        value={value}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onText(event.target.value)}
      />
      {hint && (
        <span id={`${id}-hint`} className="caption">
          {hint}
        </span>
      )}
    </div>
  );
}

/** A labelled choice. */
export function SelectField<Value extends string>({
  label,
  hint,
  value,
  options,
  onValue,
  isDisabled = false,
}: {
  label: string;
  hint?: ReactNode;
  value: Value;
  options: readonly (readonly [value: NoInfer<Value>, label: string])[];
  onValue: (value: NoInfer<Value>) => void;
  isDisabled?: boolean;
}) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="input"
        value={value}
        disabled={isDisabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onValue(event.target.value as Value)}
      >
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
      {hint && (
        <span id={`${id}-hint`} className="caption">
          {hint}
        </span>
      )}
    </div>
  );
}
