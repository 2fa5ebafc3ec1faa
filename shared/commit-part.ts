import type { Change } from './platform/change.ts';
import type { Context } from './platform/context.ts';
import { commit } from './platform/store/commit.ts';
import { activeSubscribers } from './webhooks/index.ts';

/**
 * Commits one of several changes of a request, with history and events in the name of its caller. The request as a whole
 * must be safe to repeat after any of them.
 */
export async function commitPart<Result>(
  context: Context,
  useCase: (context: Context) => Promise<Change<Result>>,
): Promise<Result> {
  const { body } = await commit(context, useCase, {
    status: 200,
    subscribers: (mode) => activeSubscribers(context.store, { ...context.caller, mode }),
    ...(context.confirmCaller && { confirm: context.confirmCaller }),
  });
  // Without an idempotency key nothing is replayed, so this is the result of the use case.
  return body as Result;
}
