/**
 * Part of a definition that may be malformed, and where it stands. The checks read through these, so
 * that one malformed place does not hide what is wrong in all the others.
 */
export interface Located {
  path: string;
  value: unknown;
}

export function memberOf({ path, value }: Located, name: string): Located {
  const holder = typeof value === 'object' && value !== null ? value : {};
  return {
    path: path === '' ? name : `${path}.${name}`,
    value: Object.hasOwn(holder, name) ? (holder as Record<string, unknown>)[name] : undefined,
  };
}

/** The elements of the list that `holder` has under `name`; none when that is no list. */
export function elementsOf(holder: Located, name: string): Located[] {
  const { path, value } = memberOf(holder, name);
  if (!Array.isArray(value)) return [];
  return value.map((element, index) => ({ path: `${path}.${index}`, value: element }));
}
