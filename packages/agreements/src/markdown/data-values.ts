import { plainDigits } from './decimals.ts';
import type { Path } from './liquid-nodes.ts';

/** A value of the data and its path, such as `items[3].price`. */
export interface FoundValue {
  value: unknown;
  name: string;
}

/** The loop variables at a place, innermost first. */
export interface LoopScope extends FoundValue {
  variable: string;
  outer: LoopScope | undefined;
}

export type LookUp = { found: FoundValue } | { missing: string };

/** Finds own properties only: nothing inherited, no length of a list, no character of a string. */
export function lookUp({ keys }: Path, data: unknown, scope: LoopScope | undefined): LookUp {
  const [root = '', ...members] = keys;
  const ofLoop = scopeOf(root, scope);
  if (ofLoop && isNothing(ofLoop.value)) return { missing: ofLoop.name };
  const start: FoundValue | undefined = ofLoop ?? memberOf({ value: data, name: '' }, root);
  if (start === undefined) return { missing: spelled('', root) };

  let found = start;
  for (const member of members) {
    const next = memberOf(found, member);
    if (next === undefined) return { missing: spelled(found.name, member) };
    found = next;
  }
  return { found };
}

function scopeOf(variable: string, scope: LoopScope | undefined): LoopScope | undefined {
  for (let one = scope; one; one = one.outer) if (one.variable === variable) return one;
  return undefined;
}

/** A null value counts as missing. */
function memberOf({ value, name }: FoundValue, key: string): FoundValue | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  if (Array.isArray(value) && !/^\d+$/.test(key)) return undefined;
  const member: unknown = Reflect.get(value, key);
  return isNothing(member) ? undefined : { value: member, name: spelled(name, key) };
}

const isNothing = (value: unknown) => value === null || value === undefined;

export const itemName = (name: string, index: number) => `${name}[${index}]`;

function spelled(name: string, key: string): string {
  if (/^\d+$/.test(key) && name !== '') return `${name}[${key}]`;
  if (/^[\p{L}\p{M}\p{N}_?-]+$/u.test(key)) return name === '' ? key : `${name}.${key}`;
  return `${name}[${JSON.stringify(key)}]`;
}

/** Undefined for objects, lists, and numbers that have no exact short form. */
export function printedText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'number' ? plainDigits(value) : undefined;
}

/** The type of a value, for messages. */
export function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
