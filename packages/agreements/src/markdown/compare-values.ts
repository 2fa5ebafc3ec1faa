import type { Comparator, Keyword } from './liquid-nodes.ts';

/** One side of a comparison: a value, or a keyword that several values are equal to. */
export type Side = { value: unknown } | { keyword: Keyword };

/**
 * Charges the cost of a comparison to the budget, since a loop can compare long texts without
 * printing any. Returns false if the budget does not suffice: nothing is compared then, and the
 * result is not used.
 */
export type Afford = (characters: number) => boolean;

/** Compares as Liquid does, but only own properties of the data. */
export function compare(left: Side, comparator: Comparator, right: Side, afford: Afford): boolean {
  switch (comparator) {
    case '==':
      return isEqual(left, right, afford);
    case '!=':
      return !isEqual(left, right, afford);
    case 'contains':
      return 'value' in left && 'value' in right && contains(left.value, right.value, afford);
    default:
      return 'value' in left && 'value' in right && isOrdered(left.value, comparator, right.value, afford);
  }
}

export const isTrue = (value: unknown) => value !== false && value !== null && value !== undefined;

function isEqual(left: Side, right: Side, afford: Afford): boolean {
  if ('keyword' in left) return 'value' in right && is(left.keyword, right.value, afford);
  return 'keyword' in right ? is(right.keyword, left.value, afford) : areSame(left.value, right.value, afford);
}

/** Visiting an item of a list or object costs more than reading a character. */
export const ITEM_COST = 10;

function is(keyword: Keyword, value: unknown, afford: Afford): boolean {
  if (typeof value === 'string') {
    if (!afford(value.length)) return false;
    return keyword === 'blank' ? value.trim() === '' : value === '';
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.keys(value).length;
    return afford(members * ITEM_COST) && members === 0;
  }
  return keyword === 'blank' && value === false;
}

/**
 * Compares lists item by item, without recursion: data can be nested as deeply as 128 KiB allow.
 */
function areSame(one: unknown, other: unknown, afford: Afford): boolean {
  const pairs: [unknown, unknown][] = [[one, other]];
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [left, right] = pair;
    if (!afford(typeof left === 'string' ? left.length : ITEM_COST)) return false;
    if (Array.isArray(left) && Array.isArray(right)) {
      if (left.length !== right.length) return false;
      for (const [index, item] of left.entries()) pairs.push([item, right[index]]);
    } else if (left !== right) return false;
  }
  return true;
}

function contains(whole: unknown, part: unknown, afford: Afford): boolean {
  if (Array.isArray(whole)) return whole.some((item) => areSame(item, part, afford));
  if (typeof whole !== 'string' || typeof part === 'object') return false;
  const text = String(part);
  return afford(searchCost(whole, text)) && whole.includes(text);
}

/**
 * For longer texts the engine may restart the search at every character, as in `aaaa…` for
 * `aa…b…aa`.
 */
const FOUND_IN_ONE_PASS = 200;

const searchCost = (whole: string, part: string) => whole.length * (part.length > FOUND_IN_ONE_PASS ? part.length : 1);

/**
 * Texts and numbers are ordered by the rules of JavaScript, as in Liquid; other values have no
 * order.
 */
function isOrdered(left: unknown, comparator: '<' | '>' | '<=' | '>=', right: unknown, afford: Afford): boolean {
  if (!isScalar(left) || !isScalar(right)) return false;
  if (!afford(lengthOf(left) + lengthOf(right))) return false;
  if (comparator === '<') return left < right;
  if (comparator === '>') return left > right;
  return comparator === '<=' ? left <= right : left >= right;
}

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const lengthOf = (value: string | number | boolean) => (typeof value === 'string' ? value.length : ITEM_COST);
