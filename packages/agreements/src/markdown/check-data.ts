import { ARRAY_ITEMS, TEMPLATE_DATA_BYTES } from '../limits.ts';
import { MAX_FINDINGS } from './bounds.ts';

export interface DataFinding {
  code: 'not_an_object' | 'data_too_large' | 'too_many_items';
  /** Such as `items[3].lines`; empty for the data as a whole. */
  path: string;
  message: string;
}

/** A value with its parents. The path is only built for findings. */
interface Visited {
  value: unknown;
  key: string | number;
  parent: Visited | undefined;
}

/** Checks the limits of template data. Iterative, because data can be nested very deeply. */
export function checkData(data: unknown): DataFinding[] {
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    return [{ code: 'not_an_object', path: '', message: 'The data must be a JSON object.' }];

  const findings: DataFinding[] = [];
  const waiting: Visited[] = [{ value: data, key: '', parent: undefined }];
  let bytes = 0;
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    bytes += bytesOf(one.value);
    if (bytes > TEMPLATE_DATA_BYTES) return [...findings, TOO_LARGE];
    if (Array.isArray(one.value) && one.value.length > ARRAY_ITEMS && findings.length < MAX_FINDINGS)
      findings.push(tooManyItems(one, one.value.length));
    for (const member of membersOf(one).reverse()) waiting.push(member);
  }
  return findings;
}

const TOO_LARGE: DataFinding = {
  code: 'data_too_large',
  path: '',
  message: `The data may have at most ${TEMPLATE_DATA_BYTES} bytes as JSON.`,
};

const tooManyItems = (array: Visited, items: number): DataFinding => ({
  code: 'too_many_items',
  path: pathOf(array),
  message: `An array may have at most ${ARRAY_ITEMS} items. This one has ${items}.`,
});

/** Size as JSON without nested values: quotes, brackets, commas and property names. */
function bytesOf(value: unknown): number {
  if (Array.isArray(value)) return Math.max(2, value.length + 1);
  if (typeof value === 'object' && value !== null) {
    const names = Object.keys(value).map((name) => jsonBytes(name) + 2);
    return names.reduce((sum, one) => sum + one, names.length === 0 ? 2 : 1);
  }
  if (typeof value === 'string') return jsonBytes(value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value).length : 4;
}

const jsonBytes = (text: string) => Buffer.byteLength(JSON.stringify(text));

function membersOf(parent: Visited): Visited[] {
  const { value } = parent;
  if (Array.isArray(value)) return Array.from(value, (item: unknown, key) => ({ value: item, key, parent }));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([key, member]) => ({ value: member, key, parent }));
}

function pathOf(visited: Visited): string {
  const keys: string[] = [];
  for (let one = visited; one.parent; one = one.parent)
    keys.push(typeof one.key === 'number' ? `[${one.key}]` : `.${one.key}`);
  return keys.reverse().join('').replace(/^\./, '');
}
