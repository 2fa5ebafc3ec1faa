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
import { presentAnswer } from './platform/http/response.ts';
import type { Route } from './platform/http/route.ts';
import { assertShardPlan } from './platform/store/stored-shard-plan.ts';

/** Route + use case -> Lambda handler for a public route that reads records. It has no caller. */
export const publicRecordsEndpoint = <R extends Route<'GET'>>(route: R, useCase: (input: Input<R>) => unknown) =>
  middy<Flow<R>, APIGatewayProxyStructuredResultV2>(earlyTimeout(route))
    .use(openFlow())
    .use(logOutcomes(route))
    .use(presentProblems(route))
    .use({ before: assertShardPlan })
    .use(parseInput(route))
    .handler(async (flow) =>
      presentAnswer({ status: route.status, body: await useCase(inputOf(flow)) }, flow.request.requestId),
    );
