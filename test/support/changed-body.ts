import type { Route } from '#shared/platform/http/route.ts';
import { publishedBody } from './published-document.ts';

/** Values by their places, such as `facts.0.type`; undefined takes a member away. */
export type Changes = Record<string, unknown>;

/** The example that the document gives of a body, with other values in some places. */
export function changedBody(route: Route, changes: Changes): unknown {
  const body = structuredClone(publishedBody(route)?.example);
  for (const [place, value] of Object.entries(changes)) {
    const path = place.split('.');
    const last = path.pop() ?? '';
    // biome-ignore lint/suspicious/noExplicitAny: a test that names a place which is not there fails
    const holder = path.reduce((at: any, name) => at[name], body);
    if (value === undefined) delete holder[last];
    else holder[last] = value;
  }
  return body;
}
