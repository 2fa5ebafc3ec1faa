/** Method and path of a route, to tell a wrong method from an unknown path. */
export interface KnownPath {
  method: string;
  /** As in API Gateway: `/api/v1/risk/{resource}`. */
  path: string;
}

/** The methods of a path in alphabetical order; empty for an unknown path. */
export function methodsAt(path: string, known: readonly KnownPath[]): string[] {
  const segments = path.split('/');
  const methods = known.filter((one) => isAt(one.path.split('/'), segments)).map(({ method }) => method);
  return [...new Set(methods)].sort();
}

const isAt = (template: readonly string[], segments: readonly string[]) =>
  (isGreedy(template) ? segments.length >= template.length : segments.length === template.length) &&
  template.every((part, index) => (part.startsWith('{') ? segments[index] !== '' : part === segments[index]));

const isGreedy = (template: readonly string[]) => template.at(-1)?.endsWith('+}') ?? false;
