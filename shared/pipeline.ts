import middy from '@middy/core';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Mode } from './platform/caller.ts';
import type { Change } from './platform/change.ts';
import { now } from './platform/clock.ts';
import type { Context } from './platform/context.ts';
import {
  earlyTimeout,
  type Flow,
  type FlowStep,
  type HashAddress,
  inputOf,
  logOutcomes,
  openFlow,
  parseInput,
  presentProblems,
} from './platform/http/flow.ts';
import { presentPage } from './platform/http/offset.ts';
import type { Input } from './platform/http/parse-request.ts';
import { problemFrom } from './platform/http/present-problem.ts';
import { presentAnswer } from './platform/http/response.ts';
import { isMutation, type Route } from './platform/http/route.ts';
import { timedOut } from './platform/http/timed-out.ts';
import { newId } from './platform/ids.ts';
import { commit } from './platform/store/commit.ts';
import { dynamoStore } from './platform/store/dynamo-store.ts';
import type { RequestAnswer } from './platform/store/idempotency-records.ts';
import { assertShardPlan } from './platform/store/stored-shard-plan.ts';
import { subscribersAtCommit } from './webhooks/index.ts';

/**
 * The flow of every request:
 *
 *     identify the caller, check access, parse, use case, commit, present
 *
 * `endpoint.ts` and `signer-endpoint.ts` identify the caller. The use case of a GET returns its result;
 * every other use case returns a change, which is committed as one transaction.
 */
export type UseCase<R extends Route, Stored, C extends Context = Context> = (
  context: C,
  input: Input<R>,
) => Promise<R['method'] extends 'GET' ? Stored : Change<Stored>>;

/** Adds values to a stored answer that must never be stored, such as a secret that is shown once. */
export type Reveal<R extends Route, Stored> = (
  context: Context,
  stored: Stored,
  input: Input<R>,
) => Promise<R['result']['_zod']['output']>;

export function pipeline<R extends Route>(
  route: R,
  steps: { identify: FlowStep<R>; parsed?: FlowStep<R>[]; hashAddress?: HashAddress },
  answerTo: (context: Context, flow: Flow<R>) => Promise<RequestAnswer>,
) {
  return middy<Flow<R>, APIGatewayProxyStructuredResultV2>(earlyTimeout(route))
    .use(openFlow())
    .use(logOutcomes(route, steps.hashAddress))
    .use(presentProblems(route))
    .use({ before: assertShardPlan })
    .use(steps.identify)
    .use([parseInput(route), ...(steps.parsed ?? [])])
    .handler(async (flow) => {
      const { caller, request } = flow;
      const { requestId, client } = request;
      const idempotencyKey = flow.idempotentRequest?.idempotencyKey;
      const context = { store: dynamoStore, caller, now: now(), newId, requestId, client, idempotencyKey };
      const answer = await answerTo(context, flow);
      flow.outcome.isReplay = answer.isReplay;
      return presentAnswer(answer, requestId);
    });
}

/** Runs the use case and commits its change. */
export async function carryOut<R extends Route, Stored>(
  route: R,
  { context, flow }: { context: Context; flow: Flow<R> },
  useCase: UseCase<R, Stored>,
  reveal?: Reveal<R, Stored>,
): Promise<RequestAnswer> {
  const confirm = () => confirmIfLong(flow);
  const run = () => useCase({ ...context, confirmCaller: confirm }, inputOf(flow));
  const answer = isMutation(route)
    ? await commit(context, async () => (await run()) as Change<Stored>, {
        status: route.status,
        idempotentRequest: flow.idempotentRequest,
        subscribers: subscribersFor(context, flow),
        remainingMs: flow.remainingMs,
        confirm,
      })
    : { status: route.status, body: presentPage(route, await run()), isReplay: false };
  if (!reveal) return answer;
  // A replayed answer was stored by the same use case, so it has its type.
  const stored = answer.body as Stored;
  const revealed = reveal(context, stored, inputOf(flow)).catch((error: unknown) => {
    // The change is committed by now, which a 503 would deny.
    const isDown = problemFrom(error, route).status === 503;
    throw isDown && isMutation(route) ? timedOut(route) : error;
  });
  return { ...answer, body: await revealed };
}

/** A credential that was read longer ago than this is read again before a commit. */
const CREDENTIAL_FRESH_MS = 1_000;

/**
 * A request may print or screen for half a minute, in which its key can be revoked. The key is not a
 * condition of the transaction, because concurrent transactions that check the same row conflict, and every
 * change made with a key would check the same one.
 */
async function confirmIfLong<R extends Route>({ prefetched, confirmAgain }: Flow<R>): Promise<void> {
  const isFresh = prefetched && performance.now() - prefetched.readMs < CREDENTIAL_FRESH_MS;
  if (!isFresh) await confirmAgain?.();
}

/** The prefetched webhooks are those of the mode of the credential; the change may have another mode. */
const subscribersFor =
  <R extends Route>({ store, caller }: Context, { prefetched }: Flow<R>) =>
  (mode: Mode) =>
    subscribersAtCommit(store, { ...caller, mode }, prefetched?.mode === mode ? prefetched : undefined);
