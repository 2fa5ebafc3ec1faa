/**
 * Part of a definition, possibly malformed, with its path. Checks read through these, so that one
 * malformed part does not hide errors in others.
 */
export interface Located {
  path: string;
  value: unknown;
}

export function propertyOf({ path, value }: Located, name: string): Located {
  const holder = typeof value === 'object' && value !== null ? value : {};
  return {
    path: path === '' ? name : `${path}.${name}`,
    value: Object.hasOwn(holder, name) ? (holder as Record<string, unknown>)[name] : undefined,
  };
}

/** Elements of the list `holder[name]`; empty if it is not a list. */
export function elementsOf(holder: Located, name: string): Located[] {
  const { path, value } = propertyOf(holder, name);
  if (!Array.isArray(value)) return [];
  return value.map((element, index) => ({ path: `${path}.${index}`, value: element }));
}
