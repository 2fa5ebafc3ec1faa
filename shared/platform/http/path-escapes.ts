/**
 * A path can be written with more or fewer escapes and is the same path. API Gateway hands it over without
 * any, so what a signature covers is one way of writing it: with the escapes it must have (RFC 3986), in
 * capitals, and no others. A path without escapes is written as it is.
 */
export const escapedPath = (plain: string) =>
  encodeURI(plain.toWellFormed()).replace(/[?#]/g, encodeURIComponent);

/** The same of a path that is escaped in some way, with a query behind it or not; the query stays as it is. */
export function withPathEscaped(pathAndQuery: string): string {
  const [path = ''] = pathAndQuery.split('?', 1);
  return escapedPath(unescaped(path)) + pathAndQuery.slice(path.length);
}

/** What is escaped in no way that can be read is left as it came. */
function unescaped(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
