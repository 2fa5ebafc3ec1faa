import { STATUS_CODES } from 'node:http';
import { COMMON_PROBLEMS } from '#shared/platform/http/openapi-problems.ts';
import type { Route } from '#shared/platform/http/route.ts';

/** `docs/errors.md`: every error code with its meaning and the operations that return it, from the route table. */
const WHAT_TO_DO: Record<number, string> = {
  400: 'Correct the request: `detail` and `errors` say what and where. It is refused again if it is sent unchanged.',
  401: 'Check the credential, the signature and the clock. `WWW-Authenticate` names the schemes that the operation takes.',
  403: 'Use a credential with the role, scope or permission that `detail` names.',
  404: 'Check the id, and that the credential belongs to the organization and mode of the record.',
  405: 'Use a method that `Allow` names.',
  409: 'Read the record again and decide whether the request still makes sense. Retry it only if it does.',
  410: 'Request a new link, or create the record anew, as `detail` says.',
  413: 'Send less: `detail` states the limit.',
  415: 'Send uncompressed JSON in UTF-8 as `application/json`, or the form that the operation takes.',
  422: 'Correct the content: `detail` and `errors` say what. The request is well-formed, but breaks a rule.',
  429: 'Wait `Retry-After` seconds and retry. Nothing was changed.',
  500: 'Retry with the same idempotency key. Report the `requestId` if it persists.',
  503: 'Wait `Retry-After` seconds and retry. Nothing was changed.',
  504: 'Retry with the same idempotency key, which returns the result if the request has succeeded.',
};

/** Answers to requests that match no route. */
const METHOD = 'The path does not take this method. `Allow` names those that it takes.';

/** More operations than these are counted instead of named. */
const NAMED_OPERATIONS = 4;

export function errorsPage(routes: readonly Route[]): string {
  const entries = new Map<string, { status: number; code: string; meanings: string[]; operations: string[] }>();
  const add = (code: string, status: number, meaning: string, operation: string) => {
    const key = `${status} ${code}`;
    const entry = entries.get(key) ?? { status, code, meanings: [], operations: [] };
    entries.set(key, entry);
    if (!entry.meanings.includes(meaning)) entry.meanings.push(meaning);
    if (!entry.operations.includes(operation)) entry.operations.push(operation);
  };
  for (const route of routes) {
    for (const [code, { status, detail, means, when }] of Object.entries(COMMON_PROBLEMS))
      if (when(route) && !(code in route.problems)) add(code, status, means ?? detail, route.name);
    for (const [code, [status, meaning]] of Object.entries(route.problems)) add(code, status, meaning, route.name);
  }
  add('method_not_allowed', 405, METHOD, 'any path');

  const sorted = [...entries.values()].sort((a, b) => a.status - b.status || (a.code < b.code ? -1 : 1));
  const statuses = [...new Set(sorted.map(({ status }) => status))];
  return `${[
    HEAD,
    ...statuses.map((status) =>
      [
        `## ${status} ${STATUS_CODES[status]}`,
        '',
        WHAT_TO_DO[status],
        '',
        '| code | meaning | operations |',
        '|---|---|---|',
        ...sorted
          .filter((entry) => entry.status === status)
          .map(
            ({ code, meanings, operations }) =>
              `| \`${code}\` | ${meanings.map(inCell).join(' ')} | ${where(operations, routes)} |`,
          ),
      ].join('\n'),
    ),
  ].join('\n\n')}\n`;
}

const HEAD = `# Errors

Every error code of the API, from the route table: \`npm run errors-page\` writes this page, and a test fails if it is out of date.

Errors are \`application/problem+json\` (RFC 9457). \`code\` is stable and meant for programs; \`detail\` and \`errors\` are for people and
may be reworded. \`errors\` has at most 100 findings; \`detail\` says if there are more. A refused request changes nothing and does not
use up its idempotency key. Quote \`requestId\` when you report an error.

API Gateway answers some requests itself, as \`application/json\` with \`message\` and without a code: 413 (a body above about 6 MB),
429, and 500 or 503, after which the request may have succeeded.`;

/** A bar would end the cell. */
const inCell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function where(operations: readonly string[], routes: readonly Route[]): string {
  if (operations.length === routes.length) return 'all';
  if (operations.length > NAMED_OPERATIONS) return `${operations.length} operations`;
  return operations.map((name) => (name.includes(' ') ? name : `\`${name}\``)).join(', ');
}
