/** A route as far as it is needed to tell a wrong method from a wrong path. */
export interface KnownPath {
  method: string;
  /** As API Gateway knows it: `/api/v1/risk/{resource}`. */
  path: string;
}

/** The methods that a path takes, in the order of the alphabet; none where there is no such path. */
export function methodsAt(path: string, known: readonly KnownPath[]): string[] {
  const segments = path.split('/');
  const methods = known
    .filter((one) => isAt(one.path.split('/'), segments))
    .map(({ method }) => method);
  return [...new Set(methods)].sort();
}

const isAt = (template: readonly string[], segments: readonly string[]) =>
  template.length === segments.length &&
  template.every((part, index) =>
    part.startsWith('{') ? segments[index] !== '' : part === segments[index],
  );
