import middy from '@middy/core';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import {
  earlyTimeout,
  type Flow,
  inputOf,
  logOutcomes,
  openFlow,
  parseInput,
  presentProblems,
} from './platform/http/flow.ts';
import type { Input } from './platform/http/parse-request.ts';
import type { HttpRequest } from './platform/http/request.ts';
import { presentAnswer } from './platform/http/response.ts';
import type { Route } from './platform/http/route.ts';

/**
 * Route + use case -> Lambda handler for public routes. It has no caller and reads no records, so its
 * bundle contains neither credentials nor the database client.
 */
export function publicEndpoint<R extends Route<'GET'>>(
  route: R,
  useCase: (input: Input<R>, headers: HttpRequest['headers']) => unknown,
) {
  return middy<Flow<R>, APIGatewayProxyStructuredResultV2>(earlyTimeout(route))
    .use(openFlow())
    .use(logOutcomes(route))
    .use(presentProblems(route))
    .use(parseInput(route))
    .handler(async (flow) => {
      const body = await useCase(inputOf(flow), flow.request.headers);
      return presentAnswer({ status: route.status, body }, flow.request.requestId);
    });
}
