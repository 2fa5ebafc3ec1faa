import type { FactType, ScalarType } from './definition.ts';
import type { FactValue } from './evaluation.ts';

type Scalar = Exclude<FactValue, unknown[]>;

export function isOfType(
  value: FactValue | null,
  { type, itemType }: { type: FactType; itemType: ScalarType | null },
): boolean {
  if (type !== 'list') return isScalar(value, type);
  return Array.isArray(value) && value.every((item) => isScalar(item, itemType));
}

/** Whether a value, or each item of a list, is among those that are declared; without a declaration all are. */
export const isDeclared = (value: FactValue, values: ReadonlySet<FactValue> | undefined) =>
  values === undefined || (Array.isArray(value) ? value.every((item) => values.has(item)) : values.has(value));

/** Lists are equal if they have the same items in the same order. */
export function sameValue(a: FactValue | null, b: FactValue | null): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

/** A list in one order, whichever it was given in. */
export const sortedItems = (value: FactValue | null): FactValue | null =>
  Array.isArray(value) ? value.toSorted((a, b) => (a === b ? 0 : a < b ? -1 : 1)) : value;

function isScalar(value: FactValue | null, type: ScalarType | null): value is Scalar {
  if (type === 'number') return Number.isFinite(value);
  return type !== null && typeof value === type;
}
