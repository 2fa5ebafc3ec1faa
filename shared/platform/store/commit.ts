import { setTimeout as sleep } from 'node:timers/promises';
import { MODES, type Mode } from '../caller.ts';
import type { Change, Hint } from '../change.ts';
import type { Context } from '../context.ts';
import { logDefect } from '../log.ts';
import { Problem, unavailable } from '../problem.ts';
import { historyWrites, isForSubscribers, type SubscribersOf } from './history.ts';
import {
  type Answer,
  answerFrom,
  findReceipt,
  type ReceiptRequest,
  receiptWrites,
} from './receipts.ts';
import { OutcomeUnknown, StoreUnavailable, TransactionRefused, type Write } from './store.ts';

/**
 * The only road for changes. A use case decides on what it read and returns a change; here it becomes
 * one transaction: the writes, their history and outbox, and the idempotency receipt. When another
 * writer was quicker, the use case runs again on what is there now. A failure leaves nothing behind.
 *
 * The receipt is not read beforehand: its own condition in the transaction finds a used key, and a
 * refusal looks for it before it is told, so a first request pays no read for it.
 */
export interface CommitOptions {
  status: number;
  /** The subscriptions active now in a mode; they are named in the outbox. */
  subscribers: (mode: Mode) => Promise<SubscribersOf>;
  receipt?: ReceiptRequest | undefined;
  /** The time left to the function. */
  remainingMs?: (() => number) | undefined;
  /** Called right before the transaction; throws if the caller may no longer make the change. */
  confirm?: () => Promise<void>;
}

/** Retries go on for as long as the function has time to answer afterwards. */
const RESERVED_MS = 1_500;
const DEFAULT_REMAINING_MS = 10_000;
const LONGEST_PAUSE_MS = 400;
const SHORTEST_PAUSE_MS = 30;
const ACTIONS_PER_TRANSACTION = 100;

export async function commit<Result>(
  context: Context,
  useCase: (context: Context) => Promise<Change<Result>>,
  options: CommitOptions,
): Promise<Answer> {
  const startedMs = performance.now();
  const budgetMs = (options.remainingMs?.() ?? DEFAULT_REMAINING_MS) - RESERVED_MS;
  for (let attempt = 1; ; attempt += 1) {
    const answer = await attemptCommit(context, useCase, options);
    if (answer) return answer;
    const elapsedMs = performance.now() - startedMs;
    // Full jitter, so that writers that met once do not meet again. Pauses get shorter with the age of a
    // request: of many writers the oldest succeeds first, instead of running out of time.
    const youth = 1 - elapsedMs / budgetMs;
    const pauseMs = Math.random() * Math.max(LONGEST_PAUSE_MS * youth, SHORTEST_PAUSE_MS);
    // Another attempt takes about as long as those before it.
    if (elapsedMs + pauseMs + elapsedMs / attempt > budgetMs) break;
    await sleep(pauseMs);
  }
  throw unavailable(
    'Too many concurrent changes of the same records. Nothing was changed. Retry later.',
  );
}

/** The answer, or nothing when a race was lost and the use case has to look again. */
async function attemptCommit<Result>(
  context: Context,
  useCase: (context: Context) => Promise<Change<Result>>,
  { status, subscribers, receipt, confirm }: CommitOptions,
): Promise<Answer | undefined> {
  const { store, caller, now } = context;
  const commitId = context.newId();
  const replay = async () => {
    const standing = receipt && (await findReceipt(store, caller, receipt));
    if (!receipt || !standing) return undefined;
    const answer = await answerFrom(store, caller, receipt, standing);
    return { ...answer, isReplay: standing.commitId !== commitId };
  };

  try {
    const change = await useCase(context);
    // Asked last: a use case may take long, and those count who are subscribed when the change commits.
    const [history] = await Promise.all([historyRows(context, change, subscribers), confirm?.()]);
    const receiptRows = receipt
      ? receiptWrites(caller, receipt, { commitId, status, body: change.result, now })
      : [];
    const writes = [...receiptRows, ...change.writes, ...history];
    await transact(context, writes, commitId);
    await sendHints(context, change.hints ?? []);
    return { status, body: change.result, isReplay: false };
  } catch (error) {
    if (error instanceof RaceLost) return error.isReceiptInTheWay ? replay() : undefined;
    // The reply may be lost while the change is made: then the receipt is there to tell.
    if (error instanceof Problem || error instanceof StoreUnavailable) {
      const answer = await replay().catch((unread: unknown) => {
        // A receipt that cannot be read either does not make the change undone.
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

/** A hint that cannot be sent is not the caller's problem: a schedule finds the same work. */
async function sendHints({ requestId }: Context, hints: readonly Hint[]): Promise<void> {
  try {
    for (const send of hints) await send();
  } catch (error) {
    logDefect('sendHints', requestId, error);
  }
}

class RaceLost extends Error {
  /** Whether the receipt may be there: its write, the first, was refused, or it is not known why. */
  readonly isReceiptInTheWay: boolean;

  constructor({ reasons }: TransactionRefused) {
    super('Another writer was quicker.');
    const others = reasons.slice(1).filter((reason) => reason?.why === 'condition');
    this.isReceiptInTheWay = reasons[0] !== undefined || others.length === 0;
  }
}

async function transact({ store }: Context, writes: Write[], token: string): Promise<void> {
  if (writes.length === 0) return;
  if (writes.length > ACTIONS_PER_TRANSACTION)
    throw new Error(`A change of ${writes.length} rows does not fit into one transaction.`);
  try {
    await store.transact(writes, token);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    for (const [index, reason] of error.reasons.entries()) {
      const otherwise = reason?.why === 'condition' && writes[index]?.otherwise;
      if (otherwise) throw otherwise(reason.standing);
    }
    throw new RaceLost(error);
  }
}
