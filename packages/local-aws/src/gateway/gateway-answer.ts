import * as z from 'zod';

export interface GatewayAnswer {
  status: number;
  headers: Record<string, string>;
  cookies: string[];
  body: Buffer;
}

/** Lambda's limit on a response payload. */
const ANSWER_LIMIT_BYTES = 6 * 1024 * 1024;

const FunctionAnswer = z.object({
  statusCode: z.number().int().min(100).max(599),
  headers: z.record(z.string(), z.coerce.string()).default({}),
  cookies: z.array(z.string()).default([]),
  body: z.string().default(''),
  isBase64Encoded: z.boolean().default(false),
});

/** Converts a function's result to an HTTP response, as API Gateway does. */
export function gatewayAnswer(returned: unknown): GatewayAnswer {
  if (Buffer.byteLength(JSON.stringify(returned) ?? '') > ANSWER_LIMIT_BYTES)
    throw new Error('The response exceeds the payload limit of Lambda.');
  if (!hasStatus(returned)) return inferred(returned);
  const answer = FunctionAnswer.parse(returned);
  const body = Buffer.from(answer.body, answer.isBase64Encoded ? 'base64' : 'utf8');
  return {
    status: answer.statusCode,
    headers: {
      'content-type': 'text/plain;charset=UTF-8',
      ...lowerCased(answer.headers),
      'content-length': String(body.byteLength),
    },
    cookies: answer.cookies,
    body,
  };
}

const hasStatus = (returned: unknown) => typeof returned === 'object' && returned !== null && 'statusCode' in returned;

/** A result without a status code is the body of a 200 response. */
const inferred = (returned: unknown): GatewayAnswer => json(200, returned ?? null);

export const json = (status: number, value: unknown): GatewayAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  cookies: [],
  body: Buffer.from(JSON.stringify(value)),
});

/** An error response of API Gateway itself. */
export const message = (status: number, text: string) => json(status, { message: text });

const lowerCased = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
