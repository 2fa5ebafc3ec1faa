import { type ReactNode, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';

/** Fields over parts of a JSON text. What does not parse stays in the field, and the text keeps its last value. */
interface TypedProps<Value> {
  label: ReactNode;
  hint?: ReactNode;
  value: Value;
  shown(value: Value): string;
  /** Undefined for a text that means no value. */
  read(text: string): { value: Value } | undefined;
  fault: string;
  onValue(value: Value): void;
}

function TypedField<Value>({ value, shown, read, fault, onValue, ...field }: TypedProps<Value>) {
  const [typed, setTyped] = useState<{ text: string; value: string }>();
  const own = shown(value);
  // Another side changed the value: what was typed here is about an earlier one.
  const text = typed && typed.value === own ? typed.text : own;
  const isWrong = read(text) === undefined;
  return (
    <TextField
      {...field}
      value={text}
      spellCheck={false}
      autoComplete="off"
      {...(isWrong && { fault })}
      onText={(next) => {
        const parsed = read(next);
        setTyped({ text: next, value: parsed ? shown(parsed.value) : own });
        if (parsed) onValue(parsed.value);
      }}
    />
  );
}

const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text));

export const NumberField = ({
  value,
  isOptional = false,
  ...field
}: Pick<TypedProps<number | null>, 'label' | 'hint' | 'onValue'> & {
  value: unknown;
  /** An empty field means null. */
  isOptional?: boolean;
}) => (
  <TypedField<number | null>
    {...field}
    value={typeof value === 'number' ? value : null}
    shown={(number) => (number === null ? '' : String(number))}
    read={(text) =>
      isNumber(text) ? { value: Number(text) } : isOptional && text.trim() === '' ? { value: null } : undefined
    }
    fault={isOptional ? 'Write a number, or nothing.' : 'Write a number.'}
  />
);

const namesIn = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** Names with commas between them. */
export const NamesField = ({
  value,
  ...field
}: Pick<TypedProps<readonly string[]>, 'label' | 'hint' | 'onValue'> & { value: unknown }) => (
  <TypedField<readonly string[]>
    {...field}
    value={textsIn(value)}
    shown={(names) => names.join(', ')}
    read={(text) => ({ value: namesIn(text) })}
    fault=""
  />
);

const UNITS = [
  ['86400', 'days'],
  ['3600', 'hours'],
  ['60', 'minutes'],
  ['1', 'seconds'],
] as const;
type Unit = (typeof UNITS)[number][0];

export function DurationField({
  label,
  value,
  onValue,
}: {
  label: string;
  value: unknown;
  onValue(seconds: number): void;
}) {
  const seconds = typeof value === 'number' ? value : 0;
  const fitting = UNITS.find(([size]) => seconds > 0 && seconds % Number(size) === 0)?.[0] ?? '1';
  const [chosen, setChosen] = useState<Unit>();
  const unit = chosen && seconds % Number(chosen) === 0 ? chosen : fitting;
  return (
    <>
      <NumberField
        label={label}
        value={seconds / Number(unit)}
        onValue={(amount) => onValue((amount ?? 0) * Number(unit))}
      />
      <SelectField
        label={`${label}, unit`}
        value={unit}
        options={UNITS}
        onValue={(next) => {
          setChosen(next);
          onValue((seconds / Number(unit)) * Number(next));
        }}
      />
    </>
  );
}

type Scalar = string | number | boolean;

/** A value of a condition or of evidence, by the type of its input. */
export function ValueField({
  label,
  type,
  isList,
  value,
  onValue,
}: {
  label: string;
  type: string;
  isList: boolean;
  value: unknown;
  onValue(value: Scalar | readonly Scalar[]): void;
}) {
  if (type === 'boolean' && !isList)
    return (
      <SelectField
        label={label}
        value={value === true ? 'true' : value === false ? 'false' : ''}
        options={[
          ['', 'choose'],
          ['true', 'yes'],
          ['false', 'no'],
        ]}
        onValue={(next) => next !== '' && onValue(next === 'true')}
      />
    );
  const scalar = (text: string): Scalar | undefined => {
    if (type === 'number') return isNumber(text) ? Number(text) : undefined;
    if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
    return text === '' ? undefined : text;
  };
  return (
    <TypedField<unknown>
      label={label}
      {...(isList && { hint: 'Several, with commas between them.' })}
      value={value}
      shown={(known) =>
        Array.isArray(known) ? known.join(', ') : known === undefined || known === null ? '' : String(known)
      }
      read={(text) => {
        const found = isList ? namesIn(text).map(scalar) : [scalar(text)];
        const values = found.filter((one) => one !== undefined);
        if (values.length === 0 || values.length < found.length) return undefined;
        return { value: isList ? values : values[0] };
      }}
      fault={type === 'number' ? 'Write a number.' : type === 'boolean' ? 'Write true or false.' : 'Write a value.'}
      onValue={(next) => onValue(next as Scalar | readonly Scalar[])}
    />
  );
}

/** Parts of a definition that may be anything while it is written. */
export type Loose = Readonly<Record<string, unknown>>;
export const objectsIn = (value: unknown): readonly Loose[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null && !Array.isArray(one))
    ? value
    : [];
export const objectIn = (value: unknown): Loose => objectsIn([value])[0] ?? {};
export const textIn = (value: unknown) => (typeof value === 'string' ? value : '');
export const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** One part of a list: closed it says what it is. */
export const FormItem = ({
  summary,
  isOpen = false,
  onRemove,
  removeLabel,
  onUp,
  children,
}: {
  summary: string;
  isOpen?: boolean;
  onRemove(): void;
  removeLabel: string;
  onUp?: (() => void) | undefined;
  children: ReactNode;
}) => (
  <details className="form-item" open={isOpen}>
    <summary>{summary}</summary>
    <div className="stack-s">
      {children}
      <div className="cluster">
        {onUp && (
          <Button size="small" onClick={onUp}>
            Move up
          </Button>
        )}
        <Button size="small" onClick={onRemove}>
          {removeLabel}
        </Button>
      </div>
    </div>
  </details>
);
