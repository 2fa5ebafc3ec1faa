import type { Comparator, Keyword } from './liquid-nodes.ts';

/** A side of a comparison: a value, or a word that many values are equal to. */
export type Side = { value: unknown } | { keyword: Keyword };

/** Counts what comparing costs, since a loop can compare long texts without printing any. */
export type Charge = (characters: number) => void;

/** As Liquid compares, on what the data itself holds. */
export function compare(left: Side, comparator: Comparator, right: Side, charge: Charge): boolean {
  switch (comparator) {
    case '==':
      return isEqual(left, right, charge);
    case '!=':
      return !isEqual(left, right, charge);
    case 'contains':
      return 'value' in left && 'value' in right && contains(left.value, right.value, charge);
    default:
      return 'value' in left && 'value' in right && isOrdered(left.value, comparator, right.value);
  }
}

export const isTrue = (value: unknown) => value !== false && value !== null && value !== undefined;

function isEqual(left: Side, right: Side, charge: Charge): boolean {
  if ('keyword' in left) return 'value' in right && is(left.keyword, right.value, charge);
  return 'keyword' in right
    ? is(right.keyword, left.value, charge)
    : areSame(left.value, right.value, charge);
}

/** Going through a list or the members of an object takes longer than reading as many characters. */
const ITEM_COST = 10;

function is(keyword: Keyword, value: unknown, charge: Charge): boolean {
  if (typeof value === 'string') {
    charge(value.length);
    return keyword === 'blank' ? value.trim() === '' : value === '';
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.keys(value).length;
    charge(members * ITEM_COST);
    return members === 0;
  }
  return keyword === 'blank' && value === false;
}

/** Lists item by item, without recursion: data can be nested as deeply as 128 KiB allow. */
function areSame(one: unknown, other: unknown, charge: Charge): boolean {
  const pairs: [unknown, unknown][] = [[one, other]];
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [left, right] = pair;
    charge(typeof left === 'string' ? left.length : ITEM_COST);
    if (Array.isArray(left) && Array.isArray(right)) {
      if (left.length !== right.length) return false;
      for (const [index, item] of left.entries()) pairs.push([item, right[index]]);
    } else if (left !== right) return false;
  }
  return true;
}

function contains(whole: unknown, part: unknown, charge: Charge): boolean {
  if (Array.isArray(whole)) return whole.some((item) => areSame(item, part, charge));
  if (typeof whole !== 'string' || typeof part === 'object') return false;
  charge(whole.length);
  return whole.includes(String(part));
}

/** Texts and numbers by the rules of JavaScript, as Liquid does; what is neither has no order. */
function isOrdered(left: unknown, comparator: '<' | '>' | '<=' | '>=', right: unknown): boolean {
  if (!isScalar(left) || !isScalar(right)) return false;
  if (comparator === '<') return left < right;
  if (comparator === '>') return left > right;
  return comparator === '<=' ? left <= right : left >= right;
}

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
