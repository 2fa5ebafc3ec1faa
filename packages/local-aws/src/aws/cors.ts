import * as z from 'zod';
import type { TemplateResource } from '../template/template.ts';
import type { AwsRequest } from './aws-request.ts';
import type { AwsAnswer } from './denials.ts';

const Cors = z.object({
  CorsConfiguration: z
    .object({
      CorsRules: z.array(
        z.object({
          AllowedMethods: z.array(z.string()),
          AllowedOrigins: z.array(z.string()),
          AllowedHeaders: z.array(z.string()).optional(),
          ExposedHeaders: z.array(z.string()).optional(),
          MaxAge: z.number().optional(),
        }),
      ),
    })
    .optional(),
});

type CorsRule = NonNullable<z.infer<typeof Cors>['CorsConfiguration']>['CorsRules'][number];

/** CORS rules by bucket name. */
export type CorsRules = Record<string, CorsRule[]>;

export const corsRulesOf = (buckets: readonly TemplateResource[]): CorsRules =>
  Object.fromEntries(
    buckets.map(({ name, properties }) => [name, Cors.parse(properties).CorsConfiguration?.CorsRules ?? []]),
  );

type CorsRequest = Pick<AwsRequest, 'method' | 'path' | 'headers'>;

/** Whether this is a CORS preflight request, which is never signed. */
export const isPreflight = ({ method, headers }: Omit<CorsRequest, 'path'>) =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;

/** The CORS headers that S3 adds for an allowed origin. */
export function corsHeaders(
  rules: CorsRules,
  { service, ...request }: CorsRequest & { service: string },
): Record<string, string> {
  const { origin } = request.headers;
  if (service !== 's3' || typeof origin !== 'string') return {};
  const allowing = ruleFor(rules, request, { origin, method: request.method, headers: [] });
  return allowing ? allowedBy(allowing, origin) : {};
}

/** S3's response to a preflight request, from the first rule that allows it. */
export function answerPreflight(rules: CorsRules, request: CorsRequest): AwsAnswer {
  const { headers } = request;
  const origin = String(headers.origin);
  const asked = String(headers['access-control-request-headers'] ?? '');
  const names = asked.toLowerCase().split(',').map(trimmed).filter(Boolean);
  const method = String(headers['access-control-request-method']);
  const allowing = ruleFor(rules, request, { origin, method, headers: names });
  if (!allowing)
    return {
      status: 403,
      contentType: 'application/xml',
      body:
        '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessForbidden</Code>' +
        '<Message>CORSResponse: This CORS request is not allowed.</Message></Error>',
    };
  return {
    status: 200,
    contentType: 'application/xml',
    headers: {
      ...allowedBy(allowing, origin),
      ...(names.length > 0 && { 'access-control-allow-headers': names.join(', ') }),
    },
    body: '',
  };
}

function ruleFor(
  rules: CorsRules,
  { path }: CorsRequest,
  asked: { origin: string; method: string; headers: string[] },
): CorsRule | undefined {
  const [bucket = ''] = path.slice(1).split(/[/?]/);
  return rules[bucket]?.find(
    ({ AllowedMethods, AllowedOrigins, AllowedHeaders = [] }) =>
      AllowedMethods.includes(asked.method) &&
      AllowedOrigins.some((pattern) => matches(pattern, asked.origin)) &&
      asked.headers.every((name) => AllowedHeaders.some((pattern) => matches(pattern.toLowerCase(), name))),
  );
}

const allowedBy = (
  { AllowedMethods, AllowedOrigins, ExposedHeaders = [], MaxAge }: CorsRule,
  origin: string,
): Record<string, string> => ({
  'access-control-allow-origin': AllowedOrigins.includes('*') ? '*' : origin,
  'access-control-allow-methods': AllowedMethods.join(', '),
  ...(ExposedHeaders.length > 0 && { 'access-control-expose-headers': ExposedHeaders.join(', ') }),
  ...(MaxAge !== undefined && { 'access-control-max-age': String(MaxAge) }),
  vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
});

/** A pattern has at most one `*`, which matches any characters. */
function matches(pattern: string, value: string): boolean {
  const [start = '', end] = pattern.split('*');
  if (end === undefined) return pattern === value;
  return value.length >= start.length + end.length && value.startsWith(start) && value.endsWith(end);
}

const trimmed = (text: string) => text.trim();
