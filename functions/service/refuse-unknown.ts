import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { notFound, Problem } from '@assay/foundation';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { assertThroughEdge } from '#shared/platform/http/edge.ts';
import { HSTS } from '#shared/platform/http/hsts.ts';
import { type KnownPath, methodsAt } from '#shared/platform/http/known-paths.ts';
import { presentProblem } from '#shared/platform/http/present-problem.ts';
import { edgeSettings, type HttpRequest, requestFrom } from '#shared/platform/http/request.ts';
import { presentAnswer, RawBody } from '#shared/platform/http/response.ts';
import { logOutcome } from '#shared/platform/log.ts';

/**
 * Stored beside the bundle, so that this function need not load the schemas, the largest part of the
 * routes.
 */
const known: KnownPath[] = JSON.parse(
  gunzipSync(readFileSync(new URL('./known-paths.json.gz', import.meta.url))).toString(),
);

/** Paths that redirect to the console. */
const REDIRECTED = ['/', '/console/'];
const TO_CONSOLE = {
  status: 302,
  body: new RawBody('text/plain', '', { ...HSTS, location: '/console' }),
};

/**
 * Answers requests that match no route: an unknown path, or a method the path does not have. The root
 * leads to the console.
 */
export async function handler(event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> {
  const startedMs = performance.now();
  const { method, path, requestId, headers } = requestFrom(event);
  const isRedirect = REDIRECTED.includes(path) && method === 'GET';
  const methods = REDIRECTED.includes(path) ? ['GET'] : methodsAt(path, known);
  const problem = edgeProblem(headers) ?? (isRedirect ? undefined : problemOf(method, methods));
  // A CORS preflight is answered without a problem; API Gateway adds the CORS headers.
  const answer = problem
    ? presentProblem(problem, requestId)
    : presentAnswer(isRedirect ? TO_CONSOLE : { status: 204, body: undefined }, requestId);

  logOutcome({
    operation: 'refuseUnknown',
    status: answer.statusCode ?? 500,
    durationMs: Math.round(performance.now() - startedMs),
    requestId,
    ...(problem && { code: problem.code }),
  });
  const allow = methods.length > 0 && { allow: methods.join(', ') };
  return { ...answer, headers: { ...answer.headers, ...allow } };
}

function edgeProblem(headers: HttpRequest['headers']): Problem | undefined {
  try {
    assertThroughEdge(headers, edgeSettings());
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

function problemOf(method: string, methods: readonly string[]): Problem | undefined {
  if (methods.length === 0) return notFound('path');
  if (method === 'OPTIONS') return undefined;
  return new Problem(405, 'method_not_allowed', `This path takes ${methods.join(', ')}, not ${method}.`);
}
