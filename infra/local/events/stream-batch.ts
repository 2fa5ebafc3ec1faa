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
    const failedFrom = await firstFailure(left, rules);
    if (failedFrom === undefined) return true;
    if (rules.isStopped()) return false;

    const hasProgressed = failedFrom > 0;
    left = left.slice(failedFrom);
    if (hasProgressed) attempts = 0;
    if (!hasProgressed && rules.bisects && left.length > 1) return halves(left, rules, attempts);
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

/** The index of the first record that is not done; undefined when all are. */
async function firstFailure(
  records: readonly StreamRecord[],
  { invoke, reportsFailures }: BatchRules,
): Promise<number | undefined> {
  const sequence = records.map(({ dynamodb }) => dynamodb.SequenceNumber);
  try {
    const answer = await invoke(records);
    if (!reportsFailures) return undefined;
    const failed = failedItems(answer, sequence);
    const first = sequence.findIndex((number) => failed.has(number));
    return first < 0 ? undefined : first;
  } catch {
    return 0; // the function's failure has been reported where it happened
  }
}
