import type { ProblemExtra } from '../problem.ts';
import { COMMON_PROBLEMS, exampleOfProblem } from './openapi-problems.ts';
import type { JsonSchema } from './openapi-schemas.ts';
import type { Access, Route } from './route.ts';
import { whatTimedOutMeans } from './timed-out.ts';

/** Every problem a route can answer with: those that follow from what it is, and its own refusals. */
export interface ProblemResponse {
  description: string;
  headers: Record<string, { $ref: string }>;
  content: Record<string, { schema: JsonSchema; examples: Record<string, unknown> }>;
}

export function problemResponsesOf(route: Route): Record<string, ProblemResponse> {
  const common = Object.entries(COMMON_PROBLEMS).filter(([, { when }]) => when(route));
  const own = Object.entries(route.refusals);
  const statuses = [
    ...new Set([...common.map(([, { status }]) => status), ...own.map(([, [status]]) => status)]),
  ];

  return Object.fromEntries(
    statuses.map((asked) => {
      const lines = [
        ...common
          .filter(([code, { status }]) => status === asked && !(code in route.refusals))
          .map(([code, { detail }]): Line => [code, saying(route, code) ?? detail]),
        ...own
          .filter(([, [status]]) => status === asked)
          .map(([code, [, when, extra]]): Line => [code, when, extra]),
      ];
      return [asked, responseFor(asked, lines)];
    }),
  );
}

const WHO_IS_FORBIDDEN: Record<Access, string> = {
  public: '',
  signer: '',
  client: 'Assistant connections cannot use this API.',
  key: 'The caller is not an API key.',
  member: 'This needs the token of a signed-in user.',
  admin: 'This needs the token of an owner or admin.',
  owner: 'This needs the token of the owner.',
};

type Line = [code: string, when: string, extra?: ProblemExtra | undefined];

/** What a common problem means for this very route. */
function saying(route: Route, code: string): string | undefined {
  const { access, bodyLimitBytes } = route;
  if (code === 'forbidden') return WHO_IS_FORBIDDEN[access];
  if (code === 'body_too_large') return `The body may have at most ${bodyLimitBytes} bytes.`;
  if (code === 'timed_out') return whatTimedOutMeans(route);
  return undefined;
}

function responseFor(status: number, lines: Line[]): ProblemResponse {
  const mayComeAgain = status === 429 || status === 503;
  return {
    description: lines.map(([code, when]) => `- \`${code}\`: ${when}`).join('\n'),
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/RequestId' },
      ...(mayComeAgain && { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }),
    },
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(lines.map((line) => [line[0], show(status, line)])),
      },
    },
  };
}

function show(status: number, [code, when, extra = {}]: Line) {
  if (COMMON_PROBLEMS[code]?.detail === when) return { $ref: `#/components/examples/${code}` };
  return exampleOfProblem(code, { status, detail: when, extra });
}
