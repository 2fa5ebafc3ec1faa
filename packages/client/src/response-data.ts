import { isObject } from './json.ts';
import { has, type Operation } from './operation.ts';
import { AssayUnexpectedResponse } from './unexpected-response.ts';

/** The result of an operation: JSON parsed, files as bytes, pages as text, or undefined if it returns nothing. */
export async function dataIn(
  operation: Operation,
  response: Response,
  address: { method: string; url: string },
): Promise<unknown> {
  const contentType = response.headers.get('content-type');
  const unexpected = (expected: string, cause?: unknown) =>
    new AssayUnexpectedResponse({ ...address, status: response.status, contentType }, expected, cause);
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/.test(contentType ?? '');

  if (has(operation, 'returnsJson')) {
    if (!isJson) throw unexpected('JSON');
    const data = parsed(await response.text(), (error) => unexpected('JSON that can be parsed', error));
    if (has(operation, 'isList') && !isPage(data)) throw unexpected('a page of a list');
    return data;
  }
  if (has(operation, 'returnsBytes')) {
    // A file is never a page.
    if (contentType === null || isPageType(contentType)) throw unexpected('a file');
    return new Uint8Array(await response.arrayBuffer());
  }
  if (has(operation, 'returnsText')) {
    if (contentType === null || isJson) throw unexpected('text');
    return response.text();
  }
  if (contentType !== null && !isJson) throw unexpected('an empty body');
  return undefined;
}

const isPage = (data: unknown) => isObject(data) && Array.isArray(data.items);

const isPageType = (contentType: string) => contentType.startsWith('text/html');

function parsed(text: string, failure: (error: unknown) => Error): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw failure(error);
  }
}
