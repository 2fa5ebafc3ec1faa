// Generated from the route table by `npm run generate-client`. Do not edit.

/**
 * A path can be written with different percent escapes. API Gateway passes it without any, so signatures
 * cover the normalized form: with the escapes that RFC 3986 requires, in capitals, and no others. A path
 * without escapes stays as it is.
 */
const escapedPath = (plain: string) => encodeURI(plain.toWellFormed()).replace(/[?#]/g, encodeURIComponent);

/** Normalizes an escaped path, with or without a query; the query stays as it is. */
export function withPathEscaped(pathAndQuery: string): string {
  const [path = ''] = pathAndQuery.split('?', 1);
  return escapedPath(unescaped(path)) + pathAndQuery.slice(path.length);
}

/** A path with malformed escapes stays as it is. */
function unescaped(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
