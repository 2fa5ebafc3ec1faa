import type { Route } from '#shared/platform/http/route.ts';
import { mutationsOf } from './body-mutations.ts';
import { faultsOf, publishedBody } from './published-document.ts';
import { rulesInWords } from './rules-in-words.ts';
import { refusalsOf } from './service-judgement.ts';

/**
 * Bodies that the OpenAPI document and the service judge differently, among this one and its
 * single-change mutations.
 */
export function disagreementsAround(route: Route, body: unknown): string[] {
  const { schema = {} } = publishedBody(route) ?? {};
  return [body, ...mutationsOf(body, schema)].flatMap((one) => disagreements(route, asSent(one)));
}

const inWords = new Set(rulesInWords.map(([refusal]) => refusal));

function disagreements(route: Route, body: unknown): string[] {
  const faults = faultsOf(publishedBody(route)?.schema ?? {}, body);
  const refusals = refusalsOf(route, body);
  if (faults.length > 0) return refusals.length > 0 ? [] : [`only documented: ${faults[0]} in ${JSON.stringify(body)}`];
  return refusals
    .filter((refusal) => !inWords.has(refusal))
    .map((refusal) => `only judged: ${refusal} in ${JSON.stringify(body)}`);
}

/** As it arrives after JSON encoding. */
export const asSent = (body: unknown): unknown => JSON.parse(JSON.stringify(body));
