import { failedItems } from './batch-answer.ts';

/** A row's change, as DynamoDB Streams tells it and Lambda passes it on. */
export interface StreamRecord {
  eventName: string;
  dynamodb: { SequenceNumber: string } & Record<string, unknown>;
}

export interface BatchRules {
  /** Hands records to the function; rejects when it fails. */
  invoke(records: readonly StreamRecord[]): Promise<unknown>;
  reportsFailures: boolean;
  /** Whether a batch is halved when the function fails; one that reports is split where it says. */
  bisects: boolean;
  /** Undefined is Lambda's default: again and again, until the records are too old to be there. */
  maxRetries: number | undefined;
  /** Takes what was tried too often. */
  discard(records: readonly StreamRecord[]): Promise<void>;
  waitBeforeRetry(attempt: number): Promise<void>;
  isStopped(): boolean;
}

/**
 * Brings a batch to its end as Lambda does: from the first record that failed on, it is tried
 * again, in halves if that is asked for, and what fails too often is put aside so that the shard
 * goes on. Halving costs no attempt. Returns false if it was stopped before the end.
 */
export async function deliverBatch(
  records: readonly StreamRecord[],
  rules: BatchRules,
  attempt = 0,
): Promise<boolean> {
  let left = records;
  let attempts = attempt;
  while (left.length > 0) {
    const failure = await failureOf(left, rules);
    if (!failure) return true;
    if (rules.isStopped()) return false;

    left = left.slice(failure.from);
    if (failure.from > 0) attempts = 0;
    if (!failure.isReported && rules.bisects && left.length > 1)
      return halves(left, rules, attempts);
    if (rules.maxRetries !== undefined && attempts >= rules.maxRetries) {
      await rules.discard(left);
      return true;
    }
    attempts += 1;
    await rules.waitBeforeRetry(attempts);
  }
  return true;
}

async function halves(records: readonly StreamRecord[], rules: BatchRules, attempt: number) {
  const middle = Math.ceil(records.length / 2);
  return (
    (await deliverBatch(records.slice(0, middle), rules, attempt)) &&
    (await deliverBatch(records.slice(middle), rules, attempt))
  );
}

/** From which record on the batch is not done, and whether the function said so; undefined when all are. */
async function failureOf(
  records: readonly StreamRecord[],
  { invoke, reportsFailures }: BatchRules,
): Promise<{ from: number; isReported: boolean } | undefined> {
  const sequence = records.map(({ dynamodb }) => dynamodb.SequenceNumber);
  try {
    const answer = await invoke(records);
    if (!reportsFailures) return undefined;
    const failed = failedItems(answer, sequence);
    const first = sequence.findIndex((number) => failed.has(number));
    return first < 0 ? undefined : { from: first, isReported: true };
  } catch {
    return { from: 0, isReported: false }; // it has been told where it happened
  }
}
