import { type ComponentProps, type ReactNode, useId } from 'react';

interface Labelled {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong with the value. It is read with the hint. */
  fault?: string | undefined;
}

type Control<Tag extends 'input' | 'textarea'> = Labelled & {
  value: string;
  onText(text: string): void;
} & Omit<ComponentProps<Tag>, 'value' | 'onChange' | 'className' | 'id'>;

/** A label above a control and a hint below it. */
function Field({
  label,
  hint,
  fault,
  children,
}: Labelled & {
  children(control: {
    id: string;
    'aria-describedby': string | undefined;
    'aria-invalid': true | undefined;
  }): ReactNode;
}) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': hint || fault ? `${id}-hint` : undefined,
        'aria-invalid': fault ? true : undefined,
      })}
      {(hint || fault) && (
        <span id={`${id}-hint`} className="caption">
          {fault && <span className="text-bad">{fault} </span>}
          {hint}
        </span>
      )}
    </div>
  );
}

/** React does not render `autofocus`; a dialog focuses what carries this instead. */
const focusedFirst = ({ autoFocus }: { autoFocus?: boolean | undefined }) => autoFocus && { 'data-autofocus': '' };

/** A labelled text field. */
export const TextField = ({ label, hint, fault, onText, ...rest }: Control<'input'>) => (
  <Field label={label} hint={hint} fault={fault}>
    {(control) => (
      <input
        {...rest}
        {...control}
        {...focusedFirst(rest)}
        className="input"
        onChange={(event) => onText(event.target.value)}
      />
    )}
  </Field>
);

/** A labelled text of several lines. */
export const TextAreaField = ({ label, hint, fault, onText, ...rest }: Control<'textarea'>) => (
  <Field label={label} hint={hint} fault={fault}>
    {(control) => (
      <textarea
        {...rest}
        {...control}
        {...focusedFirst(rest)}
        className="input"
        onChange={(event) => onText(event.target.value)}
      />
    )}
  </Field>
);

/** A labelled choice. */
export const SelectField = <Value extends string>({
  label,
  hint,
  value,
  options,
  onValue,
  isDisabled = false,
}: Labelled & {
  value: Value;
  options: readonly (readonly [value: NoInfer<Value>, label: string])[];
  onValue: (value: NoInfer<Value>) => void;
  isDisabled?: boolean;
}) => (
  <Field label={label} hint={hint}>
    {(control) => (
      <select
        {...control}
        className="input"
        value={value}
        disabled={isDisabled}
        onChange={(event) => onValue(event.target.value as Value)}
      >
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    )}
  </Field>
);

/** Several of a few values. */
export function CheckboxSet<Value extends string>({
  legend,
  values,
  chosen,
  onChosen,
  children,
}: {
  legend: string;
  values: readonly Value[];
  chosen: readonly NoInfer<Value>[];
  onChosen(values: readonly NoInfer<Value>[]): void;
  /** How a value is shown. */
  children(value: NoInfer<Value>): ReactNode;
}) {
  const toggle = (value: Value) =>
    onChosen(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  return (
    <fieldset className="field plain-set">
      <legend>{legend}</legend>
      <div className="cluster">
        {values.map((value) => (
          <label key={value} className="check">
            <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
            {children(value)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
