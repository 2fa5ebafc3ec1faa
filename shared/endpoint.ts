import middy, { type MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import * as z from 'zod';
import { authenticate } from './identity/authenticate.ts';
import { callerInMode } from './identity/mode.ts';
import { type Caller, principalOf } from './platform/caller.ts';
import type { Change } from './platform/change.ts';
import { now } from './platform/clock.ts';
import type { Context } from './platform/context.ts';
import { assertAccess } from './platform/http/access.ts';
import { type Input, parseRequest } from './platform/http/parse-request.ts';
import { presentProblem, problemFrom } from './platform/http/present-problem.ts';
import { type HttpRequest, requestFrom } from './platform/http/request.ts';
import { presentAnswer } from './platform/http/response.ts';
import { isMutation, type Route } from './platform/http/route.ts';
import { newId } from './platform/ids.ts';
import { logDefect, logOutcome, type Outcome } from './platform/log.ts';
import { commit } from './platform/store/commit.ts';
import { dynamoStore } from './platform/store/dynamo-store.ts';
import type { ReceiptRequest } from './platform/store/receipts.ts';
import { activeSubscribers } from './webhooks/subscribers.ts';

/**
 * Route + use case -> Lambda handler. This is the only place where the flow of a request is wired:
 *
 *     authenticate, check access, parse, use case, commit, present
 *
 * The use case of a GET returns its result; every other returns a change, which is committed as one
 * transaction.
 */
export type UseCase<R extends Route, Stored> = (
  context: Context,
  input: Input<R>,
) => Promise<R['method'] extends 'GET' ? Stored : Change<Stored>>;

interface EndpointOptions<R extends Route, Stored> {
  /** Adds to a stored answer what must never be stored, such as a secret that is shown once. */
  reveal?: (stored: Stored) => Promise<z.infer<R['result']>>;
}

/** What is known of a request so far; each step of the way adds to it. */
interface Flow<R extends Route> {
  request: HttpRequest;
  startedMs: number;
  caller: Caller;
  input?: Input<R>;
  receipt?: ReceiptRequest | undefined;
  outcome: Pick<Outcome, 'code' | 'isReplay'>;
}

type Step<R extends Route> = MiddlewareObj<Flow<R>, APIGatewayProxyStructuredResultV2>;

export function endpoint<R extends Route, Stored = z.infer<R['result']>>(
  route: R,
  useCase: UseCase<R, Stored>,
  { reveal }: EndpointOptions<R, Stored> = {},
) {
  return middy<Flow<R>, APIGatewayProxyStructuredResultV2>()
    .use(openFlow())
    .use(logOutcomes(route))
    .use(presentProblems(route))
    .use(identifyCaller(route))
    .use(parseInput(route))
    .handler(async (flow) => {
      const answer = await answerTo(route, flow, useCase);
      flow.outcome.isReplay = answer.isReplay;
      // A replay was stored by this same use case, so it has its type.
      const body = reveal ? await reveal(answer.body as Stored) : answer.body;
      return presentAnswer({ ...answer, body }, flow.request.requestId);
    });
}

async function answerTo<R extends Route, Stored>(
  route: R,
  { caller, input, receipt, request }: Flow<R>,
  useCase: UseCase<R, Stored>,
) {
  if (!input) throw new Error('The request was not parsed.');
  const { requestId } = request;
  const context: Context = { store: dynamoStore, caller, now: now(), newId, requestId };
  if (!isMutation(route))
    return { status: route.status, body: await useCase(context, input), isReplay: false };
  return commit(context, async () => (await useCase(context, input)) as Change<Stored>, {
    status: route.status,
    receipt,
    subscribers: () => activeSubscribers(context),
  });
}

/** Who calls a public route. It has no organization, so it can reach no record. */
const NOBODY: Caller = {
  kind: 'service',
  id: 'public',
  organizationId: 'none',
  mode: 'live',
  role: 'client',
};

function openFlow<R extends Route>(): Step<R> {
  return {
    before: (step) => {
      // API Gateway hands over its event; from here on the flow takes its place.
      const event = step.event as unknown as APIGatewayProxyEventV2;
      const request = requestFrom(event);
      step.event = { request, startedMs: performance.now(), caller: NOBODY, outcome: {} };
    },
  };
}

function identifyCaller<R extends Route>(route: R): Step<R> {
  return {
    before: async ({ event: flow }) => {
      if (route.access === 'public') return;
      flow.caller = await authenticate(dynamoStore, flow.request);
      assertAccess(route.access, flow.caller);
    },
  };
}

function parseInput<R extends Route>(route: R): Step<R> {
  return {
    before: ({ event: flow }) => {
      Object.assign(flow, parseRequest(route, flow.request));
      if (route.isModeInBody) flow.caller = callerInMode(flow.caller, modeIn(flow.input?.body));
    },
  };
}

const modeIn = (body: unknown) => z.object({ mode: z.enum(['test', 'live']) }).parse(body).mode;

function presentProblems<R extends Route>({ name }: R): Step<R> {
  return {
    onError: (step) => {
      const { request, outcome } = step.event;
      const problem = problemFrom(step.error);
      if (problem.status === 500) logDefect(name, request.requestId, step.error);
      outcome.code = problem.code;
      step.response = presentProblem(problem, request.requestId);
    },
  };
}

function logOutcomes<R extends Route>({ name, access }: R): Step<R> {
  const finish: Step<R>['after'] = ({ event: flow, response }) => {
    const { caller, request, startedMs, outcome } = flow;
    const isKnown = access !== 'public' && caller !== NOBODY;
    logOutcome({
      operation: name,
      status: response?.statusCode ?? 500,
      durationMs: Math.round(performance.now() - startedMs),
      requestId: request.requestId,
      ...outcome,
      ...(isKnown && {
        organizationId: caller.organizationId,
        mode: caller.mode,
        principal: principalOf(caller),
      }),
    });
  };
  return { after: finish, onError: finish };
}
