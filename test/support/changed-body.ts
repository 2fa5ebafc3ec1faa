import type { Route } from '#shared/platform/http/route.ts';
import { publishedBody } from './published-document.ts';

/** Values by path, such as `facts.0.type`; undefined removes the property. */
export type Changes = Record<string, unknown>;

/** The documented example of a body, with some values replaced. */
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
