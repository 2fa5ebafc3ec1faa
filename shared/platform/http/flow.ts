import { Problem } from '@assay/foundation';
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { type Caller, type Mode, principalOf } from '../caller.ts';
import { logDefect, logOutcome, type Outcome } from '../log.ts';
import type { LongWork } from '../rate-limit/long-work.ts';
import type { IdempotentRequest } from '../store/idempotency-records.ts';
import type { Item } from '../store/store.ts';
import { challengeOf } from './challenge.ts';
import { assertThroughEdge } from './edge.ts';
import { formOf } from './form.ts';
import { assertReadable } from './media-type.ts';
import { type Input, parseRequest } from './parse-request.ts';
import { presentProblem, problemFrom } from './present-problem.ts';
import { edgeSettings, type HttpRequest, requestFrom } from './request.ts';
import type { Route } from './route.ts';
import { timedOut } from './timed-out.ts';

/** The state of a request; each step of the pipeline adds to it. */
export interface Flow<R extends Route> {
  request: HttpRequest;
  startedMs: number;
  /** The time left to the function. */
  remainingMs: () => number;
  caller: Caller;
  input?: Input<R>;
  idempotentRequest?: IdempotentRequest | undefined;
  /** The active webhooks in the mode of the credential, read together with it. */
  prefetched?: { mode: Mode; activeSet: Item | undefined; readMs: number };
  /** Reads the credential again; throws if it is no longer valid. */
  confirmAgain?: () => Promise<void>;
  /** Records the use of the key, concurrently with the use case. */
  useNoted?: Promise<void> | undefined;
  /** The lease of a request that takes long. */
  longWork?: LongWork | undefined;
  outcome: Pick<Outcome, 'code' | 'isReplay'>;
}

export type FlowStep<R extends Route> = MiddlewareObj<Flow<R>, APIGatewayProxyStructuredResultV2>;

/** A function close to its timeout responds itself, while it can still present and log the problem. */
export const earlyTimeout = (route: Route) => ({
  timeoutEarlyInMillis: 250,
  timeoutEarlyResponse: () => {
    throw timedOut(route);
  },
});

/** The caller before authentication. It has no organization, so it cannot reach any record. */
const ANONYMOUS: Caller = {
  kind: 'service',
  id: 'public',
  organizationId: 'none',
  mode: 'live',
  role: 'client',
};

export function openFlow<R extends Route>(): FlowStep<R> {
  return {
    before: (step) => {
      // API Gateway passes its event; from here on the flow replaces it.
      const request = requestFrom(gatewayEvent(step.event));
      const remainingMs = () => step.context.getRemainingTimeInMillis();
      const startedMs = performance.now();
      step.event = { request, startedMs, remainingMs, caller: ANONYMOUS, outcome: {} };
      assertThroughEdge(request.headers, edgeSettings());
    },
  };
}

function gatewayEvent(event: object): APIGatewayProxyEventV2 {
  if (!isGatewayEvent(event)) throw new Error('The function was not called by API Gateway.');
  return event;
}

const isGatewayEvent = (event: object): event is APIGatewayProxyEventV2 => 'requestContext' in event;

export function parseInput<R extends Route>(route: R): FlowStep<R> {
  return {
    before: async ({ event: flow }) => {
      assertReadable(route, flow.request);
      const form = await formOf(route, flow.request);
      Object.assign(flow, parseRequest(route, flow.request, form));
    },
  };
}

export function presentProblems<R extends Route>(route: R): FlowStep<R> {
  return {
    onError: (step) => {
      const { request, outcome } = step.event;
      const problem = withMode(problemFrom(step.error, route), route, step.event);
      if (problem.status === 500) logDefect(route.name, request.requestId, step.error);
      outcome.code = problem.code;
      step.response = presentProblem(problem, request.requestId);
      if (problem.status === 401) Object.assign(step.response.headers ?? {}, challengeOf(route));
    },
  };
}

/** A token without a mode header uses live mode, so a missing record may be one of test mode. */
function withMode<R extends Route>(problem: Problem, route: R, { caller, request }: Flow<R>): Problem {
  const { headers } = request;
  const isChosen = headers['x-risk-mode'] !== undefined || headers['x-service-mode'] !== undefined;
  if (problem.code !== 'not_found' || caller.kind !== 'user' || isChosen || route.isModeless) return problem;
  const detail = `${problem.message} The request was in live mode, because it has no \`X-Risk-Mode\` header.`;
  return new Problem(problem.status, problem.code, detail, problem.details);
}

/** A hash of the caller's address, for the log. */
export type HashAddress = (address: string) => Promise<string | undefined>;

export function logOutcomes<R extends Route>({ name }: R, hashAddress?: HashAddress): FlowStep<R> {
  const finish: FlowStep<R>['after'] = async ({ event: flow, response }) => {
    const { caller, request, startedMs, outcome } = flow;
    const durationMs = Math.round(performance.now() - startedMs);
    const addressHash = await hashAddress?.(request.client.ipAddress);
    logOutcome({
      operation: name,
      status: response?.statusCode ?? 500,
      durationMs,
      requestId: request.requestId,
      ...outcome,
      ...(addressHash && { addressHash }),
      ...(caller !== ANONYMOUS && {
        organizationId: caller.organizationId,
        mode: caller.mode,
        principal: principalOf(caller),
      }),
    });
  };
  return { after: finish, onError: finish };
}

export function inputOf<R extends Route>({ input }: Flow<R>): Input<R> {
  if (!input) throw new Error('The request was not parsed.');
  return input;
}
