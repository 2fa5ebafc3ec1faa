import type { Operator, PolicyCondition, PolicyInput } from './definition.ts';
import { documentedValues, isScreeningFact } from './screening-facts.ts';

/** Whether conditions can be true together, and whether some are true whenever others are. Errs on the side of "can be". */

type Scalar = string | number | boolean;
type Values = readonly Scalar[];

const NEGATIONS: Partial<Record<Operator, Operator>> = {
  eq: 'neq',
  neq: 'eq',
  in: 'not_in',
  not_in: 'in',
  gt: 'lte',
  gte: 'lt',
  lt: 'gte',
  lte: 'gt',
  eq_fact: 'neq_fact',
  neq_fact: 'eq_fact',
};

/** Values that an input can have where they are few and known. */
function universeOf({ key, type, values }: PolicyInput): Values | undefined {
  if (type === 'boolean') return [true, false];
  if (type !== 'string') return undefined;
  return isScreeningFact(key) ? documentedValues(key) : values;
}

export function canHold(all: readonly PolicyCondition[], inputs: readonly PolicyInput[]): boolean {
  return inputs.every((input) => {
    const own = all.filter((condition) => condition.input === input.key);
    return comparesConsistently(own) && hasValue(own, input);
  });
}

/** If all conditions are true, this one is, whatever else the evidence says. */
export function implies(
  all: readonly PolicyCondition[],
  condition: PolicyCondition,
  inputs: readonly PolicyInput[],
): boolean {
  if (all.some((one) => isSame(one, condition))) return true;
  if (!isSurelyRequired(condition, all, inputs)) return false;
  const operator = NEGATIONS[condition.operator];
  return operator !== undefined && !canHold([...all, { ...condition, operator }], inputs);
}

/** Of an input that is not required, a condition and its opposite are both false. */
const isSurelyRequired = (
  { input }: PolicyCondition,
  all: readonly PolicyCondition[],
  inputs: readonly PolicyInput[],
): boolean =>
  all.some((one) => one.input === input) ||
  inputs.every(({ key, requiredWhen }) => key !== input || requiredWhen === undefined);

const isSame = (one: PolicyCondition, other: PolicyCondition) =>
  one.input === other.input &&
  one.operator === other.operator &&
  JSON.stringify(one.value) === JSON.stringify(other.value);

/** An input is not equal to another one and different from it. */
const comparesConsistently = (own: readonly PolicyCondition[]) =>
  own.every(
    ({ operator, value }) =>
      operator !== 'eq_fact' || !own.some((other) => other.operator === 'neq_fact' && other.value === value),
  );

function hasValue(own: readonly PolicyCondition[], input: PolicyInput): boolean {
  if (input.type === 'list') return true;
  const finite = finiteValues(own) ?? universeOf(input);
  if (finite) return finite.some((value) => own.every((condition) => admits(condition, value)));
  if (input.type !== 'number') return true;
  return isOpen(own);
}

/** The values of the first condition that names all it is true of. */
function finiteValues(own: readonly PolicyCondition[]): Values | undefined {
  const named = own.find(({ operator }) => operator === 'eq' || operator === 'in');
  return named && valuesOf(named);
}

const valuesOf = ({ value }: PolicyCondition): Values => (Array.isArray(value) ? value : [value]);

function admits(condition: PolicyCondition, value: Scalar): boolean {
  const [first] = valuesOf(condition);
  switch (condition.operator) {
    case 'eq':
    case 'in':
      return valuesOf(condition).includes(value);
    case 'neq':
    case 'not_in':
      return !valuesOf(condition).includes(value);
    case 'gt':
      return Number(value) > Number(first);
    case 'gte':
      return Number(value) >= Number(first);
    case 'lt':
      return Number(value) < Number(first);
    case 'lte':
      return Number(value) <= Number(first);
    default:
      return true;
  }
}

/** Whether numbers lie between the bounds. Of a single number that both bounds admit, whether no condition excludes it. */
function isOpen(own: readonly PolicyCondition[]): boolean {
  const bounds = (...operators: Operator[]) =>
    own.filter(({ operator }) => operators.includes(operator)).map(({ value }) => Number(value));
  const lowest = Math.max(...bounds('gt', 'gte'));
  const highest = Math.min(...bounds('lt', 'lte'));
  if (lowest !== highest) return lowest < highest;
  return own.every((condition) => admits(condition, lowest));
}
