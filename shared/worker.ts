import type { DynamoDBStreamEvent, Context as LambdaContext, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type * as z from 'zod';
import type { Caller } from './platform/caller.ts';
import type { Change } from './platform/change.ts';
import { now } from './platform/clock.ts';
import type { Context, WorkerContext } from './platform/context.ts';
import { newId } from './platform/ids.ts';
import { logDefect, logOutcome } from './platform/log.ts';
import { commit } from './platform/store/commit.ts';
import { type DynamoRow, fromRow } from './platform/store/dynamo-calls.ts';
import { dynamoStore } from './platform/store/dynamo-store.ts';
import type { Item } from './platform/store/store.ts';
import { assertShardPlan } from './platform/store/stored-shard-plan.ts';
import { activeSubscribers } from './webhooks/index.ts';

/**
 * Trigger -> Lambda handler of a worker. Processes the messages of a batch concurrently and
 * independently: a failed message returns to its queue, the others are completed.
 */
export function queueWorker<Message extends z.ZodType>(
  name: string,
  shape: Message,
  useCase: (context: WorkerContext, message: z.infer<Message>) => Promise<void>,
) {
  return async (event: SQSEvent, lambda: LambdaContext): Promise<SQSBatchResponse> => {
    const outcomes = await Promise.all(
      event.Records.map(async ({ messageId, body }) => {
        const isDone = await run(contextOf(lambda), name, (context) => useCase(context, shape.parse(JSON.parse(body))));
        return isDone ? [] : [{ itemIdentifier: messageId }];
      }),
    );
    return { batchItemFailures: outcomes.flat() };
  };
}

/**
 * Receives the new images of changed rows as one batch. It throws on failure, so that Lambda bisects the
 * batch until a failing row is alone. With partial batch responses, all rows after the failed one would be
 * retried, and finally discarded, together with it.
 */
export function streamWorker(name: string, useCase: (context: WorkerContext, rows: Item[]) => Promise<void>) {
  return async (event: DynamoDBStreamEvent, lambda: LambdaContext): Promise<void> => {
    const rows = event.Records.flatMap(({ dynamodb }) =>
      dynamodb?.NewImage ? [fromRow(dynamodb.NewImage as DynamoRow)] : [],
    );
    await runOrThrow(contextOf(lambda), name, (context) => useCase(context, rows));
  };
}

/** Handler of a schedule. It throws on failure, so that the schedule counts it. */
export function tickWorker(name: string, useCase: (context: WorkerContext) => Promise<void>) {
  return async (_event: unknown, lambda: LambdaContext): Promise<void> => {
    await runOrThrow(contextOf(lambda), name, useCase);
  };
}

/** For workers whose transactions are not those of one organization. */
export { activeSubscribers };

/** Commits a change in the name of the service, with history and events like any other change. */
export async function commitAs<Result>(
  context: WorkerContext,
  caller: Caller,
  useCase: (context: Context) => Promise<Change<Result>>,
): Promise<Result> {
  const { body } = await commit({ ...context, caller }, useCase, {
    status: 200,
    subscribers: (mode) => activeSubscribers(context.store, { ...caller, mode }),
    remainingMs: context.remainingMs,
  });
  // Without an idempotency key nothing is replayed, so this is the result of the use case.
  return body as Result;
}

const contextOf = (lambda: LambdaContext): WorkerContext => ({
  store: dynamoStore,
  now: now(),
  clock: now,
  newId,
  requestId: lambda.awsRequestId,
  remainingMs: () => lambda.getRemainingTimeInMillis(),
});

/** The error names only the failed work: Lambda writes it to the log. */
async function runOrThrow(
  context: WorkerContext,
  name: string,
  useCase: (context: WorkerContext) => Promise<void>,
): Promise<void> {
  if (!(await run(context, name, useCase))) throw new Error(`${name} failed.`);
}

async function run(
  context: WorkerContext,
  name: string,
  useCase: (context: WorkerContext) => Promise<void>,
): Promise<boolean> {
  const startedMs = performance.now();
  const finish = (status: number) => {
    const durationMs = Math.round(performance.now() - startedMs);
    logOutcome({ operation: name, status, durationMs, requestId: context.requestId });
    return status < 500;
  };
  try {
    await assertShardPlan();
    await useCase(context);
    return finish(200);
  } catch (error) {
    logDefect(name, context.requestId, error);
    return finish(500);
  }
}
