import { OPERATORS } from '../../domain/words.ts';
import { Button } from '../../parts/button.tsx';
import { SelectField } from '../../parts/field.tsx';
import type { JsonPath } from '../../parts/json-text.ts';
import { type Loose, objectsIn, textIn, ValueField } from './form-fields.tsx';

export type Edit = (path: JsonPath, value: unknown) => void;

const TAKES_LIST = new Set(['in', 'not_in', 'intersects']);
const TAKES_INPUT = new Set(['eq_fact', 'neq_fact']);

/** The operators that the service accepts for a type. What is written stays among the choices. */
const operatorsFor = (type: string, written: string): (readonly [string, string])[] => {
  const fitting =
    type === 'number'
      ? ['lt', 'lte', 'gt', 'gte', 'eq', 'neq', 'in', 'not_in', 'eq_fact', 'neq_fact']
      : type === 'boolean'
        ? ['eq', 'neq', 'eq_fact', 'neq_fact']
        : type === 'list'
          ? ['contains', 'intersects']
          : ['eq', 'neq', 'in', 'not_in', 'eq_fact', 'neq_fact'];
  const all = fitting.includes(written) || written === '' ? fitting : [written, ...fitting];
  return all.map((operator) => [operator, OPERATORS[operator] ?? operator] as const);
};

/** Conditions that must all hold. */
export function Conditions({
  path,
  value,
  inputs,
  edit,
}: {
  path: JsonPath;
  value: unknown;
  inputs: readonly Loose[];
  edit: Edit;
}) {
  const conditions = objectsIn(value);
  const keys = inputs.map(({ key }) => textIn(key));
  return (
    <>
      {conditions.map((condition, index) => {
        const at = [...path, index];
        const key = at.join('.');
        return (
          <fieldset key={key} className="condition">
            <legend>{index === 0 ? 'When' : 'and'}</legend>
            <Condition at={at} condition={condition} inputs={inputs} keys={keys} edit={edit} />
            {conditions.length > 1 && (
              <Button size="small" onClick={() => edit(at, undefined)}>
                Remove the condition
              </Button>
            )}
          </fieldset>
        );
      })}
      <div>
        <Button
          size="small"
          onClick={() => edit([...path, conditions.length], { input: keys[0] ?? '', operator: 'eq', value: '' })}
        >
          Add a condition
        </Button>
      </div>
    </>
  );
}

function Condition({
  at,
  condition,
  inputs,
  keys,
  edit,
}: {
  at: JsonPath;
  condition: Loose;
  inputs: readonly Loose[];
  keys: readonly string[];
  edit: Edit;
}) {
  const name = textIn(condition.input);
  const operator = textIn(condition.operator);
  const input = inputs.find(({ key }) => key === name);
  const type = textIn(input?.type) || 'string';
  const known = keys.includes(name) ? keys : [name, ...keys];
  const { value } = condition;
  return (
    <div className="form-grid">
      <SelectField
        label="Input"
        value={name}
        options={known.map((key) => [key, key] as const)}
        onValue={(next) => edit([...at, 'input'], next)}
      />
      <SelectField
        label="Comparison"
        value={operator}
        options={operatorsFor(type, operator)}
        onValue={(next) => {
          // The value takes the shape that the operator needs.
          const fitting = TAKES_LIST.has(next)
            ? Array.isArray(value)
              ? value
              : [value]
            : Array.isArray(value)
              ? value[0]
              : value;
          edit(at, { ...condition, operator: next, value: fitting });
        }}
      />
      {TAKES_INPUT.has(operator) ? (
        <SelectField
          label="Other input"
          value={textIn(value)}
          options={[textIn(value), ...keys.filter((key) => key !== value && key !== name)].map(
            (key) => [key, key] as const,
          )}
          onValue={(next) => edit([...at, 'value'], next)}
        />
      ) : (
        <ValueField
          label="Value"
          type={type === 'list' ? textIn(input?.itemType) : type}
          isList={TAKES_LIST.has(operator)}
          value={value}
          onValue={(next) => edit([...at, 'value'], next)}
        />
      )}
    </div>
  );
}
