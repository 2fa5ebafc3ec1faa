import { ConditionValue, FactType, Operator, type ScalarType } from './definition.ts';
import { elementsOf, type Located, propertyOf } from './located.ts';
import { type PolicyIssue, policyIssue } from './policy-issue.ts';
import { documentedValues, isScreeningFact } from './screening-facts.ts';
import type { DeclaredInput } from './validate-inputs.ts';

/** Conditions must match the inputs they read in key, operator and value type. */
export function conditionIssues(definition: Located, inputs: ReadonlyMap<string, DeclaredInput>): PolicyIssue[] {
  const requiring = requiringConditions(definition);
  return [
    ...[...requiring, ...everyOtherCondition(definition)].flatMap((condition) => {
      const key = propertyOf(condition, 'input');
      if (typeof key.value !== 'string') return [];
      const input = inputs.get(key.value);
      if (!input) return [policyIssue(key.path, 'unknown_input', `The policy has no input \`${key.value}\`.`)];
      return agreementIssues(condition, input, inputs);
    }),
    ...requiring.flatMap((condition) => conditionalIssues(condition, inputs)),
  ];
}

const conditionsOf = (groups: readonly Located[]) => groups.flatMap((group) => elementsOf(group, 'all'));

const requiringConditions = (definition: Located) =>
  conditionsOf(elementsOf(definition, 'inputs').flatMap((input) => elementsOf(input, 'requiredWhen')));

function everyOtherCondition(definition: Located): Located[] {
  const cases = elementsOf(definition, 'factors').flatMap((factor) => elementsOf(factor, 'cases'));
  return conditionsOf([...elementsOf(definition, 'applicability'), ...cases, ...elementsOf(definition, 'rules')]);
}

/** Whether an input is required depends on inputs that always are, so that no two depend on each other. */
function conditionalIssues(condition: Located, inputs: ReadonlyMap<string, DeclaredInput>): PolicyIssue[] {
  const operator = propertyOf(condition, 'operator').value;
  const read = [propertyOf(condition, 'input')];
  if (operator === 'eq_fact' || operator === 'neq_fact') read.push(propertyOf(condition, 'value'));
  return read.flatMap(({ path, value }) =>
    typeof value === 'string' && inputs.get(value)?.isConditional
      ? [policyIssue(path, 'conditional_input', `\`${value}\` has \`requiredWhen\` itself.`)]
      : [],
  );
}

const SCALARS: readonly FactType[] = ['string', 'number', 'boolean'];

const OPERATOR_TYPES: Record<Operator, readonly FactType[]> = {
  eq: SCALARS,
  neq: SCALARS,
  in: SCALARS,
  not_in: SCALARS,
  contains: ['list'],
  intersects: ['list'],
  gt: ['number'],
  gte: ['number'],
  lt: ['number'],
  lte: ['number'],
  eq_fact: FactType.options,
  neq_fact: FactType.options,
};

/** They take a list of values. */
const OF_SEVERAL: readonly Operator[] = ['in', 'not_in', 'intersects'];

function agreementIssues(
  condition: Located,
  input: DeclaredInput,
  inputs: ReadonlyMap<string, DeclaredInput>,
): PolicyIssue[] {
  const { path, value: named } = propertyOf(condition, 'operator');
  const operator = Operator.safeParse(named).data;
  if (!operator || !input.type) return [];
  if (!OPERATOR_TYPES[operator].includes(input.type)) {
    const message = `\`${operator}\` does not apply to \`${input.key}\`, which is a ${input.type}.`;
    return [policyIssue(path, 'operator_type_mismatch', message)];
  }

  const value = propertyOf(condition, 'value');
  if (!ConditionValue.safeParse(value.value).success) return [];
  if (operator === 'eq_fact' || operator === 'neq_fact') return otherFactIssues(value, input, inputs);
  const type = input.type === 'list' ? input.itemType : input.type;
  if (!type) return [];
  if (!OF_SEVERAL.includes(operator)) return valueIssues(value, input, type);
  if (!Array.isArray(value.value)) return [mismatch(value, `a list of ${type} values`)];
  return elementsOf(condition, 'value').flatMap((item) => valueIssues(item, input, type));
}

function valueIssues(located: Located, { key, values }: DeclaredInput, type: ScalarType): PolicyIssue[] {
  const { path, value } = located;
  if (typeof value !== type) return [mismatch(located, `a ${type}`)];
  if (isScreeningFact(key) && !documentedValues(key).includes(String(value)))
    return [undocumented(path, `\`${key}\` is only ever ${documentedValues(key).join(', ')}.`)];
  if (values && !values.includes(String(value)))
    return [undocumented(path, `The input \`${key}\` declares only the values ${values.join(', ')}.`)];
  return [];
}

function otherFactIssues(
  located: Located,
  input: DeclaredInput,
  inputs: ReadonlyMap<string, DeclaredInput>,
): PolicyIssue[] {
  const { path, value } = located;
  if (typeof value !== 'string') return [mismatch(located, 'the key of another input')];
  const other = inputs.get(value);
  if (!other) return [policyIssue(path, 'unknown_input', `The policy has no input \`${value}\`.`)];
  if (other.key === input.key)
    return [policyIssue(path, 'self_comparison', 'An input cannot be compared with itself.')];
  // Comparing with another fact would allow undocumented values.
  if (isScreeningFact(input.key) || isScreeningFact(other.key))
    return [undocumented(path, 'A screening fact can be compared with its documented values only.')];
  return isSameType(input, other) ? [] : [mismatch(located, `an input of the same type as \`${input.key}\``)];
}

/** A malformed declaration counts as matching: it is reported where it is declared. */
function isSameType(one: DeclaredInput, other: DeclaredInput): boolean {
  if (!one.type || !other.type) return true;
  if (one.type !== 'list' || other.type !== 'list') return one.type === other.type;
  return !one.itemType || !other.itemType || one.itemType === other.itemType;
}

const mismatch = ({ path }: Located, wanted: string) =>
  policyIssue(path, 'value_type_mismatch', `The value must be ${wanted}.`);

const undocumented = (path: string, message: string) => policyIssue(path, 'undocumented_value', message);
