import { invalid, tooLarge } from '@assay/foundation';
import { canonicalJson, sha256Hex } from '@assay/foundation/canonical-json';
import * as z from 'zod';
import type { IdempotentRequest } from '../store/idempotency-records.ts';
import { findingsOf } from './findings.ts';
import type { Form } from './form.ts';
import { parseJson } from './parse-json.ts';
import type { HttpRequest } from './request.ts';
import { isBodyOptional, Nothing, type ParamsOf, type Route } from './route.ts';
import { messageOf, type Part } from './shape-messages.ts';

/** The validated input of a use case, typed by its route. */
export interface Input<R extends Route> {
  params: ParamsOf<R['path']>;
  query: z.infer<R['query']>;
  body: z.infer<R['body']>;
}

const IDEMPOTENCY_KEY = /^[A-Za-z0-9_.:-]{1,120}$/;

/** Checks the size first, then each part against the route. All findings of a part are reported. */
export function parseRequest<R extends Route>(
  route: R,
  request: HttpRequest,
  form?: Form,
): { input: Input<R>; idempotentRequest: IdempotentRequest | undefined } {
  if (request.body.length > route.bodyLimitBytes)
    throw tooLarge('body_too_large', `The body may have at most ${route.bodyLimitBytes} bytes.`);

  const idempotencyKey = parseIdempotencyKey(route, request);
  const params = parsePart('path', route.params, request.pathParameters);
  const query = parsePart('query', route.query, parseQuery(request.query));
  if (!hasBody(route)) refuseBody(request.body);
  const sent = form?.members ?? (isSent(route, request) ? parseJson(request.body) : undefined);
  const body = hasBody(route) ? parsePart('body', route.body, sent) : undefined;

  return {
    input: { params, query, body } as Input<R>,
    idempotentRequest:
      idempotencyKey === undefined
        ? undefined
        : {
            idempotencyKey,
            operation: operationOf(route, request),
            bodyDigest: form?.digest ?? sha256Hex(canonicalJson(sent ?? null)),
          },
  };
}

/** A signing link opens a document and is never stored, so its idempotency record holds a hash of it. */
function operationOf({ access }: Route, { method, pathAndQuery }: HttpRequest): string {
  const operation = `${method} ${pathAndQuery}`;
  return access === 'signer' ? sha256Hex(operation) : operation;
}

const hasBody = ({ body }: Route) => body !== Nothing;

const isSent = (route: Route, { body }: HttpRequest) => hasBody(route) && (body.length > 0 || !isBodyOptional(route));

const NoMembers = z.strictObject({}, 'This operation takes no body. Send none, or an empty object.');

/** A body that would be ignored is refused. Clients that always send an object may send an empty one. */
function refuseBody(bytes: Uint8Array): void {
  if (bytes.length > 0) parsePart('body', NoMembers, parseJson(bytes));
}

function parseIdempotencyKey(route: Route, { headers }: HttpRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (route.idempotency === 'none') return undefined;
  if (key === undefined && route.idempotency === 'optional') return undefined;
  if (key === undefined) throw invalid('idempotency_key_required', 'The `Idempotency-Key` header is required.');
  if (!IDEMPOTENCY_KEY.test(key))
    throw invalid(
      'invalid_idempotency_key',
      '`Idempotency-Key` must have 1 to 120 letters, digits, underscores, dots, colons or hyphens.',
    );
  return key;
}

function parseQuery(query: URLSearchParams): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of query) {
    if (Object.hasOwn(values, name)) throw invalid('invalid_query', `The parameter \`${name}\` is repeated.`);
    Object.defineProperty(values, name, { value, enumerable: true });
  }
  return values;
}

function parsePart<Shape extends z.ZodType>(part: Part, shape: Shape, value: unknown): z.infer<Shape> {
  const parsed = shape.safeParse(value, { error: (issue) => messageOf(issue, part) });
  if (parsed.success) return parsed.data;
  throw invalid(`invalid_${part}`, INVALID[part], findingsOf(parsed.error.issues, value));
}

const INVALID: Record<Part, string> = {
  path: 'The path is invalid. See `errors`.',
  query: 'The query is invalid. See `errors`.',
  body: 'The request body is invalid. See `errors`.',
};
