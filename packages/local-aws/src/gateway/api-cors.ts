import * as z from 'zod';
import type { TemplateResource } from '../template/template.ts';
import type { GatewayAnswer } from './gateway-answer.ts';

const Properties = z.object({
  CorsConfiguration: z
    .object({
      AllowOrigins: z.array(z.string()),
      AllowMethods: z.array(z.string()).default([]),
      AllowHeaders: z.array(z.string()).default([]),
      ExposeHeaders: z.array(z.string()).default([]),
      MaxAge: z.number().optional(),
      AllowCredentials: z.boolean().default(false),
    })
    .optional(),
});

/** CORS rules of the HTTP API; undefined if the template has none. */
export type ApiCors = z.infer<typeof Properties>['CorsConfiguration'];

export function apiCorsOf(resources: readonly TemplateResource[]): ApiCors {
  const api = resources.find(({ type }) => type === 'AWS::ApiGatewayV2::Api');
  return Properties.parse(api?.properties ?? {}).CorsConfiguration;
}

type Headers = Record<string, string | string[] | undefined>;

/** API Gateway with CORS rules answers every preflight request itself, before routing. */
export function preflightAnswer(cors: ApiCors, method: string, headers: Headers): GatewayAnswer | undefined {
  const { origin } = headers;
  const asked = headers['access-control-request-method'];
  if (!cors || method !== 'OPTIONS' || typeof origin !== 'string' || asked === undefined) return undefined;
  const { AllowMethods, AllowHeaders, MaxAge } = cors;
  const allowed = allowedOrigin(cors, origin);
  return {
    status: 204,
    headers: {
      ...(allowed !== undefined && {
        ...originHeaders(cors, allowed),
        ...(AllowMethods.length > 0 && { 'access-control-allow-methods': AllowMethods.join(',') }),
        ...(AllowHeaders.length > 0 && { 'access-control-allow-headers': AllowHeaders.join(',') }),
        ...(MaxAge !== undefined && { 'access-control-max-age': String(MaxAge) }),
      }),
    },
    cookies: [],
    body: Buffer.alloc(0),
  };
}

/** API Gateway with CORS rules replaces the CORS headers of a function's response. */
export function withCors(cors: ApiCors, headers: Headers, answer: GatewayAnswer): GatewayAnswer {
  if (!cors) return answer;
  const own = Object.entries(answer.headers).filter(([name]) => !name.startsWith('access-control-'));
  const { origin } = headers;
  const allowed = typeof origin === 'string' ? allowedOrigin(cors, origin) : undefined;
  const added = allowed === undefined ? {} : originHeaders(cors, allowed);
  return { ...answer, headers: { ...Object.fromEntries(own), ...added } };
}

function allowedOrigin({ AllowOrigins }: NonNullable<ApiCors>, origin: string) {
  if (AllowOrigins.includes('*')) return '*';
  return AllowOrigins.find((one) => one.toLowerCase() === origin.toLowerCase()) && origin;
}

const originHeaders = (
  { ExposeHeaders, AllowCredentials }: NonNullable<ApiCors>,
  allowed: string,
): Record<string, string> => ({
  'access-control-allow-origin': allowed,
  ...(ExposeHeaders.length > 0 && { 'access-control-expose-headers': ExposeHeaders.join(',') }),
  ...(AllowCredentials && { 'access-control-allow-credentials': 'true' }),
  ...(allowed !== '*' && { vary: 'Origin' }),
});
