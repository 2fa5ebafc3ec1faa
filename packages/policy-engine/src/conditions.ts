import type { Operator, PolicyCondition } from './definition.ts';
import type { FactValue } from './evaluation.ts';
import { sameValue } from './fact-values.ts';

/**
 * Three-valued logic (Kleene): a condition is true, false or unknown (undefined) when an input it
 * reads has no value, and false when one is not required. `all` is false as soon as one condition is false, even if
 * others are unknown.
 */
type Truth = boolean | undefined;

/** Value of each input by index; undefined when the input is unresolved, null when it is not required. */
export type Values = readonly (FactValue | null | undefined)[];

type Holds = (fact: FactValue, value: FactValue) => boolean;

const compared =
  (holds: (fact: number, value: number) => boolean): Holds =>
  (fact, value) =>
    typeof fact === 'number' && typeof value === 'number' && holds(fact, value);

const hasItem = (list: FactValue, item: FactValue) => Array.isArray(list) && list.some((each) => each === item);

const OPERATORS: Record<Operator, Holds> = {
  eq: sameValue,
  neq: (fact, value) => !sameValue(fact, value),
  in: (fact, list) => hasItem(list, fact),
  not_in: (fact, list) => !hasItem(list, fact),
  contains: hasItem,
  intersects: (list, items) => Array.isArray(items) && items.some((item) => hasItem(list, item)),
  gt: compared((fact, value) => fact > value),
  gte: compared((fact, value) => fact >= value),
  lt: compared((fact, value) => fact < value),
  lte: compared((fact, value) => fact <= value),
  eq_fact: sameValue,
  neq_fact: (fact, other) => !sameValue(fact, other),
};

interface ReadInput {
  key: string;
  index: number;
}

export interface CompiledCondition {
  holds: Holds;
  input: ReadInput;
  /** Input that the condition compares with; null if it compares with `value`. */
  other: ReadInput | null;
  value: FactValue;
}

export type InputIndexes = ReadonlyMap<string, number>;

function compileCondition(condition: PolicyCondition, indexes: InputIndexes): CompiledCondition {
  const { input, operator, value } = condition;
  // No input has index -1, so a condition on an undeclared input is unknown.
  const read = (key: string): ReadInput => ({ key, index: indexes.get(key) ?? -1 });
  const readsOther = operator === 'eq_fact' || operator === 'neq_fact';
  return {
    holds: OPERATORS[operator],
    input: read(input),
    other: readsOther ? read(String(value)) : null,
    value,
  };
}

/** Whether the conditions of one group are all true; of several groups, one suffices. */
export function matchAny(groups: readonly (readonly CompiledCondition[])[], values: Values): MatchResult {
  const results = groups.map((all) => matchAll(all, values));
  if (results.includes('matched')) return 'matched';
  return results.includes('unknown') ? 'unknown' : 'not_matched';
}

export const compileAll = (all: readonly PolicyCondition[], indexes: InputIndexes) =>
  all.map((condition) => compileCondition(condition, indexes));

function truthOf({ holds, input, other, value }: CompiledCondition, values: Values): Truth {
  const fact = values[input.index];
  const against = other === null ? value : values[other.index];
  if (fact === null || against === null) return false;
  return fact === undefined || against === undefined ? undefined : holds(fact, against);
}

export type MatchResult = 'matched' | 'not_matched' | 'unknown';

export function matchAll(all: readonly CompiledCondition[], values: Values): MatchResult {
  let result: MatchResult = 'matched';
  for (const condition of all) {
    const truth = truthOf(condition, values);
    if (truth === false) return 'not_matched';
    if (truth === undefined) result = 'unknown';
  }
  return result;
}

/** Inputs that prevented a match: those of false conditions, or those without a value. */
export function decidingInputs(all: readonly CompiledCondition[], values: Values, result: MatchResult): string[] {
  const keys: string[] = [];
  if (result === 'matched') return keys;
  const wanted = result === 'unknown' ? undefined : false;
  const note = ({ key, index }: ReadInput) => {
    const isBehind = result === 'not_matched' || values[index] === undefined;
    if (isBehind && !keys.includes(key)) keys.push(key);
  };
  for (const condition of all) {
    if (truthOf(condition, values) !== wanted) continue;
    note(condition.input);
    if (condition.other) note(condition.other);
  }
  return keys;
}
