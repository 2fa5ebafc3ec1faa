import { setTimeout as sleep } from 'node:timers/promises';
import { Problem, unavailable } from '@assay/foundation';
import { MODES, type Mode } from '../caller.ts';
import type { Change, Hint } from '../change.ts';
import type { Context } from '../context.ts';
import { logDefect, logDependencyFailure } from '../log.ts';
import { isOutage } from '../outage.ts';
import { historyWrites, isForSubscribers, type SubscribersOf } from './history.ts';
import {
  answerFrom,
  findIdempotencyRecord,
  type IdempotentRequest,
  idempotencyWrites,
  type RequestAnswer,
} from './idempotency-records.ts';
import { OutcomeUnknown, StoreUnavailable, TransactionRefused, type Write } from './store.ts';

/**
 * The only way to change records. A use case reads, decides and returns a change, which becomes one
 * transaction: the writes, their history and outbox, and the idempotency record. If a concurrent write
 * invalidated what was read, the use case runs again on the current state. A failure stores nothing.
 *
 * The idempotency record is not read beforehand: its condition in the transaction detects a used key, and it
 * is read before a problem is returned. A first request therefore costs no read.
 */
export interface CommitOptions {
  status: number;
  /** The webhooks that are active in a mode now; the outbox names them. */
  subscribers: (mode: Mode) => Promise<SubscribersOf>;
  idempotentRequest?: IdempotentRequest | undefined;
  /** The time left to the function. */
  remainingMs?: (() => number) | undefined;
  /** Called right before the transaction; throws if the caller may no longer make the change. */
  confirm?: () => Promise<void>;
}

/** Retries continue while the function has time to respond afterwards. */
const RESERVED_MS = 1_500;
const DEFAULT_REMAINING_MS = 10_000;
const LONGEST_PAUSE_MS = 400;
const SHORTEST_PAUSE_MS = 30;
/** Limit of DynamoDB. */
export const WRITES_PER_TRANSACTION = 100;

export async function commit<Result>(
  context: Context,
  useCase: (context: Context) => Promise<Change<Result>>,
  options: CommitOptions,
): Promise<RequestAnswer> {
  const startedMs = performance.now();
  const budgetMs = (options.remainingMs?.() ?? DEFAULT_REMAINING_MS) - RESERVED_MS;
  for (let attempt = 1; ; attempt += 1) {
    const answer = await attemptCommit(context, useCase, options);
    if (answer) return answer;
    const elapsedMs = performance.now() - startedMs;
    // Full jitter, so that writers that collided once do not collide again. Pauses get shorter with the age
    // of a request, so that the oldest of many writers succeeds first instead of timing out.
    const remainingShare = 1 - elapsedMs / budgetMs;
    const pauseMs = Math.random() * Math.max(LONGEST_PAUSE_MS * remainingShare, SHORTEST_PAUSE_MS);
    // Another attempt takes about as long as those before it.
    if (elapsedMs + pauseMs + elapsedMs / attempt > budgetMs) break;
    await sleep(pauseMs);
  }
  throw unavailable('Too many concurrent changes of the same records. Nothing was changed. Retry later.');
}

/** The answer, or undefined if a concurrent write won and the use case has to run again. */
async function attemptCommit<Result>(
  context: Context,
  useCase: (context: Context) => Promise<Change<Result>>,
  { status, subscribers, idempotentRequest, confirm }: CommitOptions,
): Promise<RequestAnswer | undefined> {
  const { store, caller, now } = context;
  const commitId = context.newId();
  const replay = async () => {
    if (!idempotentRequest) return undefined;
    const record = await findIdempotencyRecord(store, caller, idempotentRequest);
    if (!record) return undefined;
    const answer = await answerFrom(store, caller, idempotentRequest, record);
    return { ...answer, isReplay: record.commitId !== commitId };
  };

  try {
    const change = await useCase(context);
    // Read last, since a use case may take long: events go to the webhooks active when the change commits.
    const [history] = await Promise.all([historyRows(context, change, subscribers), confirm?.()]);
    const idempotencyRows = idempotentRequest
      ? idempotencyWrites(caller, idempotentRequest, { commitId, status, body: change.result, now })
      : [];
    const writes = [...idempotencyRows, ...change.writes, ...history];
    await transact(context, writes, commitId);
    await sendHints(context, change.hints ?? []);
    return { status, body: change.result, isReplay: false };
  } catch (error) {
    if (error instanceof RaceLost) return error.mayBeReplay ? replay() : undefined;
    // The change may have committed although its reply was lost: the idempotency record shows it.
    if (error instanceof Problem || error instanceof StoreUnavailable) {
      const answer = await replay().catch((unread: unknown) => {
        // If the record cannot be read either, the outcome stays unknown.
        const isLost = error instanceof OutcomeUnknown && unread instanceof StoreUnavailable;
        throw isLost ? error : unread;
      });
      if (answer) return answer;
    }
    throw error;
  }
}

async function historyRows(
  context: Context,
  change: Change,
  subscribers: CommitOptions['subscribers'],
): Promise<Write[]> {
  const { caller } = context;
  const { historyMode = caller.mode, events } = change;
  const modes = historyMode === 'both' ? MODES : [historyMode];
  const rows = modes.map(async (mode) => {
    const subscribersOf = events.some(isForSubscribers) ? await subscribers(mode) : () => [];
    return historyWrites({ ...context, caller: { ...caller, mode } }, change, subscribersOf);
  });
  return (await Promise.all(rows)).flat();
}

/** A failed hint does not fail the request: a schedule finds the same work. */
async function sendHints({ requestId }: Context, hints: readonly Hint[]): Promise<void> {
  try {
    for (const send of hints) await send();
  } catch (error) {
    (isOutage(error) ? logDependencyFailure : logDefect)('sendHints', requestId, error);
  }
}

class RaceLost extends Error {
  /** The idempotency record may exist: its write, the first, was refused, or the reason is unknown. */
  readonly mayBeReplay: boolean;

  constructor({ reasons }: TransactionRefused) {
    super('A concurrent write won.');
    const others = reasons.slice(1).filter((reason) => reason?.why === 'condition');
    this.mayBeReplay = reasons[0] !== undefined || others.length === 0;
  }
}

async function transact({ store }: Context, writes: Write[], token: string): Promise<void> {
  if (writes.length === 0) return;
  if (writes.length > WRITES_PER_TRANSACTION)
    throw new Error(`A change of ${writes.length} rows does not fit into one transaction.`);
  try {
    await store.transact(writes, token);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    for (const [index, reason] of error.reasons.entries()) {
      const otherwise = reason?.why === 'condition' && writes[index]?.otherwise;
      if (otherwise) throw otherwise(reason.current);
    }
    throw new RaceLost(error);
  }
}
