import type { ProblemExtra } from '@assay/foundation';
import { GATEWAY_ANSWERS, type GatewayAnswer } from './openapi-gateway.ts';
import { COMMON_PROBLEMS, exampleOfProblem } from './openapi-problems.ts';
import type { JsonSchema } from './openapi-schemas.ts';
import { type Access, Nothing, needsCredential, type Route } from './route.ts';
import { timeoutAdvice } from './timed-out.ts';

/**
 * All problems of a route: those that follow from its definition, its own, and the responses of API
 * Gateway.
 */
export interface ProblemResponse {
  description: string;
  headers: Record<string, { $ref: string }>;
  content: Record<string, { schema: JsonSchema; examples: Record<string, unknown> }>;
}

export function problemResponsesOf(route: Route): Record<string, ProblemResponse> {
  const common = Object.entries(COMMON_PROBLEMS).filter(([, { when }]) => when(route));
  const own = Object.entries(route.problems);
  const statuses = [
    ...new Set([
      ...common.map(([, { status }]) => status),
      ...own.map(([, [status]]) => status),
      ...Object.keys(GATEWAY_ANSWERS).map(Number),
    ]),
  ];

  return Object.fromEntries(
    statuses.map((asked) => {
      const lines = [
        ...common
          .filter(([code, { status }]) => status === asked && !(code in route.problems))
          .map(([code, { detail, means }]): Line => [code, saying(route, code) ?? means ?? detail]),
        ...own.filter(([, [status]]) => status === asked).map(([code, [, when, extra]]): Line => [code, when, extra]),
      ];
      return [asked, responseFor(route, asked, lines)];
    }),
  );
}

const WHO_IS_FORBIDDEN: Record<Access, string> = {
  public: '',
  signer: '',
  client: 'Assistant connections cannot use this API.',
  key: 'The caller must be an API key.',
  member: 'Requires the token of a signed-in user.',
  admin: 'Requires the token of an owner or admin.',
  owner: 'Requires the token of an owner.',
};

const FOR_AUTHORS = {
  always: ' A token of the role `author` is accepted too.',
  'by parameters': ' A token of the role `author` reads policies alone.',
};

type Line = [code: string, when: string, extra?: ProblemExtra | undefined];

/** The meaning of a common problem for this route. */
function saying(route: Route, code: string): string | undefined {
  const { access, body, bodyLimitBytes, forAuthors } = route;
  if (code === 'forbidden')
    return `${WHO_IS_FORBIDDEN[access]}${forAuthors === undefined ? '' : FOR_AUTHORS[forAuthors]}`;
  if (code === 'body_too_large') return `The body may have at most ${bodyLimitBytes} bytes.`;
  if (code === 'invalid_body' && body === Nothing)
    return 'This operation takes no body. Send none, or an empty object.';
  if (code === 'timed_out') return timeoutAdvice(route);
  return undefined;
}

function responseFor({ access }: Route, status: number, lines: Line[]): ProblemResponse {
  const ofGateway = GATEWAY_ANSWERS[status];
  const told = lines.map(([code, when]) => `- \`${code}\`: ${when}`);
  if (ofGateway) told.push(`- without a code, by API Gateway: ${ofGateway.description}`);
  return {
    description: told.join('\n'),
    headers: lines.length > 0 ? headersOf(status, access) : {},
    content: {
      ...(lines.length > 0 && { 'application/problem+json': problemsIn(status, lines) }),
      ...(ofGateway && { 'application/json': messageIn(ofGateway) }),
    },
  };
}

const headersOf = (status: number, access: Access) => ({
  'X-Request-Id': { $ref: '#/components/headers/RequestId' },
  ...(status === 401 &&
    needsCredential({ access }) && { 'WWW-Authenticate': { $ref: '#/components/headers/WwwAuthenticate' } }),
  ...((status === 503 || status === 429) && {
    'Retry-After': { $ref: '#/components/headers/RetryAfter' },
  }),
});

const problemsIn = (status: number, lines: Line[]) => ({
  schema: { $ref: '#/components/schemas/Problem' },
  examples: Object.fromEntries(lines.map((line) => [line[0], show(status, line)])),
});

const messageIn = ({ message }: GatewayAnswer) => ({
  schema: { $ref: '#/components/schemas/GatewayMessage' },
  examples: { gateway: { summary: 'API Gateway', value: { message } } },
});

function show(status: number, [code, when, extra = {}]: Line) {
  const common = COMMON_PROBLEMS[code];
  if (common && (common.means ?? common.detail) === when) return { $ref: `#/components/examples/${code}` };
  return exampleOfProblem(code, { status, detail: when, extra });
}
