export interface Difference {
  /** Such as `factors[email_age].weight`. */
  path: string;
  before: unknown;
  after: unknown;
}

/**
 * Differences of two JSON values, one per changed leaf. Items of arrays are compared by their `key` or `id`
 * where all have one, so that an inserted item is one difference.
 */
export function differences(before: unknown, after: unknown, path = ''): Difference[] {
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => differences(before[name], after[name], path === '' ? name : `${path}.${name}`));
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const [old, current] = [byName(before), byName(after)];
    if (old && current) return named(old, current, path);
    const length = Math.max(before.length, after.length);
    return Array.from({ length }).flatMap((_, index) => differences(before[index], after[index], `${path}[${index}]`));
  }
  return Object.is(before, after) ? [] : [{ path, before, after }];
}

function named(before: Map<string, unknown>, after: Map<string, unknown>, path: string) {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const found = names.flatMap((name) => differences(before.get(name), after.get(name), `${path}[${name}]`));
  const common = (keys: Iterable<string>, other: Map<string, unknown>) => [...keys].filter((name) => other.has(name));
  const [old, current] = [common(before.keys(), after), common(after.keys(), before)];
  // The order of cases and bands matters.
  return old.join('\n') === current.join('\n')
    ? found
    : [...found, { path: `${path} (order)`, before: old, after: current }];
}

function byName(items: readonly unknown[]): Map<string, unknown> | undefined {
  const entries = items.map((item) => [nameOf(item), item] as const);
  const names = new Map(entries.flatMap(([name, item]) => (name === undefined ? [] : [[name, item] as const])));
  return names.size === items.length ? names : undefined;
}

function nameOf(item: unknown): string | undefined {
  if (!isObject(item)) return undefined;
  const name = item.key ?? item.id;
  return typeof name === 'string' ? name : undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
