import { STATUS_CODES } from 'node:http';

/** A response, as far as it matters here: its text decides whether two are the same. */
type Responses<R> = Record<string, R>;
type Paths<R> = Record<string, Record<string, { responses: Responses<R> }>>;

const FIRST_ERROR = 400;

/**
 * Responses to errors that several operations have, as components. Most operations have the same ones, which would
 * otherwise be more than half of the document, and which everyone who reads it would parse 150 times.
 */
export function shareResponses<R>(paths: Paths<R>): Record<string, R> {
  const uses = new Map<string, { responses: Responses<R>; status: string }[]>();
  for (const { responses } of Object.values(paths).flatMap((path) => Object.values(path)))
    for (const [status, response] of Object.entries(responses)) {
      if (Number(status) < FIRST_ERROR) continue;
      const text = status + JSON.stringify(response);
      uses.set(text, [...(uses.get(text) ?? []), { responses, status }]);
    }

  const shared: Record<string, R> = {};
  const counts = new Map<string, number>();
  for (const places of uses.values()) {
    const [{ responses, status } = { responses: {}, status: '' }, ...others] = places;
    if (others.length === 0) continue;
    const count = (counts.get(status) ?? 0) + 1;
    counts.set(status, count);
    const name = `${(STATUS_CODES[status] ?? status).replace(/\W/g, '')}${count === 1 ? '' : count}`;
    shared[name] = responses[status] as R;
    for (const place of places) place.responses[status] = { $ref: `#/components/responses/${name}` } as R;
  }
  return shared;
}
