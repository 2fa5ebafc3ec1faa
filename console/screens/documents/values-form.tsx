import type { ReactNode } from 'react';
import {
  emptyItem,
  type FormValue,
  type FormValues,
  groupOf,
  isPlainList,
  labelOf,
  listOf,
  type Variable,
} from '../../domain/template-variables.ts';
import { Button } from '../../parts/button.tsx';
import { TextAreaField, TextField } from '../../parts/field.tsx';

/** The first finding about each variable, by its path: `items[0].price`. */
export type Faults = ReadonlyMap<string, string>;

interface Props<Value> {
  variable: Variable;
  /** Where the value is in the data. */
  path: string;
  value: Value;
  faults: Faults;
  onValue(value: FormValue): void;
}

/** A field for each variable of a template; groups and lists hold fields of their own. */
export const ValueFields = ({
  variables,
  values,
  faults,
  path = '',
  onValues,
}: {
  variables: readonly Variable[];
  values: FormValues;
  faults: Faults;
  path?: string;
  onValues(values: FormValues): void;
}) => (
  <div className="form-grid">
    {variables.map((variable) => (
      <ValueField
        key={variable.key}
        variable={variable}
        path={path === '' ? variable.key : `${path}.${variable.key}`}
        value={values[variable.key]}
        faults={faults}
        onValue={(value) => onValues({ ...values, [variable.key]: value })}
      />
    ))}
  </div>
);

function ValueField(props: Props<FormValue | undefined>) {
  const { variable, path, value, faults, onValue } = props;
  if (variable.kind === 'group')
    return (
      <fieldset className="plain-set wide-field stack-s">
        <legend className="strong">{labelOf(variable.key)}</legend>
        <ValueFields
          variables={variable.members}
          values={groupOf(value)}
          faults={faults}
          path={path}
          onValues={onValue}
        />
      </fieldset>
    );
  if (variable.kind === 'list') return <ListField {...props} value={listOf(value)} />;
  if (variable.kind === 'yes_no')
    return (
      <label className="check">
        <input type="checkbox" checked={value === true} onChange={(event) => onValue(event.target.checked)} />
        {labelOf(variable.key)}
      </label>
    );
  return <PlainField {...props} label={labelOf(variable.key)} value={typeof value === 'string' ? value : ''} />;
}

function PlainField({ variable, label, path, value, faults, onValue }: Props<string> & { label: ReactNode }) {
  const common = { label, value, fault: faults.get(path), autoComplete: 'off', onText: onValue };
  if (variable.isLong)
    return (
      <div className="wide-field">
        <TextAreaField {...common} rows={3} />
      </div>
    );
  switch (variable.kind) {
    case 'date':
      return <TextField {...common} type="date" />;
    case 'money':
      return <TextField {...common} inputMode="decimal" hint={`An amount such as 1234.50${currencyOf(variable)}`} />;
    case 'number':
      return <TextField {...common} inputMode="decimal" hint="A number such as 12.5" />;
    default:
      return <TextField {...common} hint={variable.isOptional && 'Can be empty.'} />;
  }
}

const currencyOf = ({ currency }: Variable) => (currency ? `, in ${currency}` : '');

function ListField({ variable, path, value: items, faults, onValue }: Props<readonly FormValue[]>) {
  const name = labelOf(variable.key);
  const [only] = variable.members;
  const put = (index: number, item: FormValue) => onValue(items.with(index, item));
  return (
    <fieldset className="plain-set wide-field stack-s">
      <legend className="strong">{name}</legend>
      {items.length === 0 && <p className="quiet">No rows.</p>}
      {items.map((item, index) => {
        const at = `${path}[${index}]`;
        const key = `${index}`;
        const label = `${name}, row ${index + 1}`;
        return (
          <fieldset key={key} className="list-row" aria-label={label}>
            {isPlainList(variable) && only ? (
              <PlainField
                variable={only}
                label={<span className="visually-hidden">{label}</span>}
                path={at}
                value={typeof item === 'string' ? item : ''}
                faults={faults}
                onValue={(next) => put(index, next)}
              />
            ) : (
              <ValueFields
                variables={variable.members}
                values={groupOf(item)}
                faults={faults}
                path={at}
                onValues={(next) => put(index, next)}
              />
            )}
            <Button
              size="small"
              look="plain"
              aria-label={`Remove ${label}`}
              onClick={() => onValue(items.toSpliced(index, 1))}
            >
              Remove
            </Button>
          </fieldset>
        );
      })}
      {faults.has(path) && <p className="text-bad">{faults.get(path)}</p>}
      <div>
        <Button
          size="small"
          aria-label={`Add a row to ${name}`}
          onClick={() => onValue([...items, emptyItem(variable)])}
        >
          Add a row
        </Button>
      </div>
    </fieldset>
  );
}
