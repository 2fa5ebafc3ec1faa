import middy from '@middy/core';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import * as z from 'zod';
import { claimOf } from './identity/authenticate.ts';
import { callerInMode } from './identity/mode.ts';
import type { Change } from './platform/change.ts';
import { now } from './platform/clock.ts';
import type { Context } from './platform/context.ts';
import { assertAccess } from './platform/http/access.ts';
import {
  type Flow,
  inputOf,
  logOutcomes,
  openFlow,
  parseInput,
  presentProblems,
  type Step,
} from './platform/http/flow.ts';
import type { Input } from './platform/http/parse-request.ts';
import { presentAnswer } from './platform/http/response.ts';
import { isMutation, type Route } from './platform/http/route.ts';
import { newId } from './platform/ids.ts';
import { commit } from './platform/store/commit.ts';
import { dynamoStore } from './platform/store/dynamo-store.ts';
import type { Answer } from './platform/store/receipts.ts';
import { activeSetRead, activeSubscribers, subscribersIn } from './webhooks/subscribers.ts';

/**
 * Route + use case -> Lambda handler. This is the only place where the flow of a request is wired:
 *
 *     authenticate, check access, parse, use case, commit, present
 *
 * The use case of a GET returns its result; every other returns a change, which is committed as one
 * transaction. What is open to everyone goes through `public-endpoint.ts`.
 */
export type UseCase<R extends Route, Stored> = (
  context: Context,
  input: Input<R>,
) => Promise<R['method'] extends 'GET' ? Stored : Change<Stored>>;

interface EndpointOptions<R extends Route, Stored> {
  /** Adds to a stored answer what must never be stored, such as a secret that is shown once. */
  reveal?: (stored: Stored) => Promise<z.infer<R['result']>>;
}

export function endpoint<R extends Route, Stored = z.infer<R['result']>>(
  route: R,
  useCase: UseCase<R, Stored>,
  { reveal }: EndpointOptions<R, Stored> = {},
) {
  return pipeline(route, async (context, flow) => {
    const run = () => useCase(context, inputOf(flow));
    if (!isMutation(route)) return { status: route.status, body: await run(), isReplay: false };
    const answer = await commit(context, async () => (await run()) as Change<Stored>, {
      status: route.status,
      receipt: flow.receipt,
      subscribers: subscribersFor(context, flow),
    });
    // A replay was stored by this same use case, so it has its type.
    return reveal ? { ...answer, body: await reveal(answer.body as Stored) } : answer;
  });
}

/** For questions too long for a URL: a POST that answers and changes nothing. */
export function questionEndpoint<R extends Route>(
  route: R,
  useCase: (context: Context, input: Input<R>) => Promise<z.infer<R['result']>>,
) {
  return pipeline(route, async (context, flow) => ({
    status: route.status,
    body: await useCase(context, inputOf(flow)),
    isReplay: false,
  }));
}

function pipeline<R extends Route>(
  route: R,
  answerTo: (context: Context, flow: Flow<R>) => Promise<Answer>,
) {
  return middy<Flow<R>, APIGatewayProxyStructuredResultV2>()
    .use(openFlow())
    .use(logOutcomes(route))
    .use(presentProblems(route))
    .use(identifyCaller(route))
    .use(parseInput(route))
    .use(followBodyMode(route))
    .handler(async (flow) => {
      const { caller, request } = flow;
      const { requestId } = request;
      const context: Context = { store: dynamoStore, caller, now: now(), newId, requestId };
      const answer = await answerTo(context, flow);
      flow.outcome.isReplay = answer.isReplay;
      return presentAnswer(answer, requestId);
    });
}

/** A commit needs the active subscriptions: read beside the credential, they cost no round trip. */
function identifyCaller<R extends Route>(route: R): Step<R> {
  return {
    before: async ({ event: flow }) => {
      const { scope, reads, confirm } = await claimOf(flow.request);
      const more = isMutation(route) ? [activeSetRead(scope)] : [];
      const rows = await dynamoStore.getMany([...reads, ...more]);
      flow.caller = await confirm(rows.slice(0, reads.length));
      assertAccess(route.access, flow.caller);
      flow.early = { mode: scope.mode, activeSet: rows[reads.length] };
    },
  };
}

/** What was read early serves the first attempt; another attempt, or another mode, reads anew. */
function subscribersFor<R extends Route>({ store, caller }: Context, { early }: Flow<R>) {
  let isEarlyEnough = early?.mode === caller.mode;
  return async () => {
    if (!isEarlyEnough) return activeSubscribers(store, caller);
    isEarlyEnough = false;
    return subscribersIn(early?.activeSet);
  };
}

/** Where the body names the mode, the record is of that mode. */
function followBodyMode<R extends Route>({ isModeInBody }: R): Step<R> {
  const Mode = z.object({ mode: z.enum(['test', 'live']) });
  return {
    before: ({ event: flow }) => {
      if (!isModeInBody) return;
      flow.caller = callerInMode(flow.caller, Mode.parse(inputOf(flow).body).mode);
    },
  };
}
