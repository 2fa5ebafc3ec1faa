import { STATUS_CODES } from 'node:http';
import type { ProblemExtra } from '@assay/foundation';
import * as z from 'zod';
import { needsCredential, type Route } from './route.ts';

const extra = {
  existingId: z.uuid().optional().describe('If a name is taken: the record that has it.'),
  revision: z.int().optional().describe('If the template has changed: its current revision.'),
} satisfies Record<keyof ProblemExtra, z.ZodType>;

/** RFC 9457, as `present-problem.ts` writes it. */
export const ProblemDocument = z
  .looseObject({
    type: z.string().describe('`urn:assay:problem:` and the code.'),
    title: z.string().describe('The HTTP status in words.'),
    status: z.int(),
    detail: z.string().describe('What is wrong and what to do, for people.'),
    code: z.string().describe('Stable code, for programs.'),
    requestId: z.string().describe('Identifies the request in logs and support requests.'),
    errors: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .optional()
      .describe('All findings about the request, each with its path.'),
    ...extra,
  })
  .meta({ id: 'Problem' });

type When = (route: Route) => boolean;

interface CommonProblem {
  status: number;
  detail: string;
  /** What it means, if `detail` is only one of several sentences. */
  means?: string;
  when: When;
  errors?: { path: string; message: string }[];
  extra?: ProblemExtra;
}

const always: When = () => true;
const isIdentified: When = ({ access }) => access !== 'public';
const acceptsKeys: When = ({ access }) => access === 'client' || access === 'key';
const closesInBlindReview: When = (route) =>
  needsCredential(route) && route.access !== 'key' && !route.isOpenInBlindReview;
const takesKey: When = ({ idempotency }) => idempotency !== 'none';
const hasParams: When = ({ params }) => Object.keys(params.shape).length > 0;

/** Problems that follow from the definition of a route, with the routes they apply to. */
// biome-ignore format: one line per problem
export const COMMON_PROBLEMS: Record<string, CommonProblem> = {
  invalid_path: { status: 400, when: hasParams, detail: 'The path is invalid. See `errors`.', errors: [{ path: 'id', message: 'Must be a UUID.' }] },
  invalid_query: { status: 400, when: always, detail: 'The query is invalid. See `errors`.', errors: [{ path: 'ofset', message: 'Unknown parameter. Known parameters: `offset`.' }] },
  invalid_json: { status: 400, when: always, detail: 'The body is not valid JSON. Line 1, column 20: expected `,` or `}`, found `"`.', means: 'The body is empty, is not JSON in UTF-8, repeats a property, nests too deeply, or has a number that cannot be represented exactly. `detail` says what and where.' },
  invalid_form: { status: 400, when: ({ accepts }) => accepts.includes('multipart/form-data'), detail: 'The body is not a well-formed multipart form.' },
  invalid_body: { status: 400, when: always, detail: 'The request body is invalid. See `errors`.', errors: [{ path: 'name', message: 'Must not contain control characters.' }] },
  idempotency_key_required: { status: 400, when: ({ idempotency }) => idempotency === 'required', detail: 'The `Idempotency-Key` header is required.' },
  invalid_idempotency_key: { status: 400, when: takesKey, detail: '`Idempotency-Key` must have 1 to 120 letters, digits, underscores, dots, colons or hyphens.' },
  invalid_mode: { status: 400, when: needsCredential, detail: 'The header x-risk-mode must be "test" or "live".' },
  contradictory_mode: { status: 400, when: needsCredential, detail: '`X-Risk-Mode` and `X-Service-Mode` must name the same mode.' },
  unauthenticated: { status: 401, when: isIdentified, detail: 'The credential is missing, unknown, expired or invalid.' },
  timestamp_out_of_range: { status: 401, when: needsCredential, detail: '`X-Timestamp` must be within 300 seconds of the time of the service, in Unix seconds.' },
  forbidden: { status: 403, when: needsCredential, detail: 'Requires the token of an owner or admin.' },
  insufficient_scope: { status: 403, when: acceptsKeys, detail: 'This API key does not have the scope `risk`. Use a key with that scope.' },
  blind_review_open: { status: 409, when: closesInBlindReview, detail: 'You have the blind review of sample 019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00 (live mode) open until 2026-03-14T11:26:53.589Z. Decide it or release it first: until then, routes that could show the first decision are closed to you.' },
  idempotency_key_reused: { status: 409, when: takesKey, detail: 'This idempotency key has been used for a different request.' },
  body_too_large: { status: 413, when: always, detail: 'The body is too large for this operation.' },
  unsupported_media_type: { status: 415, when: always, detail: 'The `Content-Type` `text/plain` is not supported. Use application/json.', means: 'The body is declared as something else than the documented content type, in another character set than UTF-8, or compressed.' },
  rate_limited: { status: 429, when: isIdentified, detail: 'Too many requests for this organization. Retry after 1 s.' },
  spending_limit: { status: 429, when: ({ spends }) => spends !== undefined, detail: 'This organization has used its 20000 requests that print or inspect files of today. Nothing was changed. Retry after 2027-03-02T00:00:00.000Z.' },
  internal_error: { status: 500, when: always, detail:
    'An internal error occurred. Retry with the same idempotency key, and report the `requestId` if it ' +
    'persists.' },
  unavailable: { status: 503, when: always, detail: 'The database is busy. Nothing was changed.' },
  timed_out: { status: 504, when: always, detail: 'The request timed out.' },
};

/** Every route has sentences of its own for these. */
const NEVER_REFERENCED = ['body_too_large', 'timed_out'];

/** An example of each common problem, referenced by the responses. */
export const problemExamples = Object.fromEntries(
  Object.entries(COMMON_PROBLEMS)
    .filter(([code]) => !NEVER_REFERENCED.includes(code))
    .map(([code, problem]) => [code, exampleOfProblem(code, problem)]),
);

export function exampleOfProblem(
  code: string,
  { status, detail, errors, extra }: Omit<CommonProblem, 'when' | 'means'>,
): { summary: string; value: z.infer<typeof ProblemDocument> } {
  return {
    summary: code,
    value: {
      type: `urn:assay:problem:${code}`,
      title: STATUS_CODES[status] ?? 'Error',
      status,
      detail,
      code,
      requestId: 'JKJaXmPLvHcESHA=',
      ...(errors && { errors }),
      ...extra,
    },
  };
}
