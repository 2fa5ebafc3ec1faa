import { failedItems } from './batch-answer.ts';

/** A record of DynamoDB Streams, as Lambda passes it on. */
export interface StreamRecord {
  eventName: string;
  dynamodb: { SequenceNumber: string } & Record<string, unknown>;
}

export interface BatchRules {
  /** Invokes the function with records; rejects if it fails. */
  invoke(records: readonly StreamRecord[]): Promise<unknown>;
  reportsFailures: boolean;
  /**
   * Whether a failed batch is bisected. A function that reports failures is retried from the first
   * one.
   */
  bisects: boolean;
  /** Undefined is Lambda's default: retry until the records expire. */
  maxRetries: number | undefined;
  /** Receives records that failed too often. */
  discard(records: readonly StreamRecord[]): Promise<void>;
  waitBeforeRetry(attempt: number): Promise<void>;
  isStopped(): boolean;
}

/**
 * Processes a batch as Lambda does: retries from the first failed record, bisects if configured,
 * and sends records that fail too often to the on-failure destination, so that the shard advances.
 * Bisecting does not count as an attempt. Returns false if it was stopped.
 */
export async function deliverBatch(records: readonly StreamRecord[], rules: BatchRules, attempt = 0): Promise<boolean> {
  let left = records;
  let attempts = attempt;
  while (left.length > 0) {
    const failure = await failureOf(left, rules);
    if (!failure) return true;
    if (rules.isStopped()) return false;

    left = left.slice(failure.from);
    if (failure.from > 0) attempts = 0;
    if (!failure.isReported && rules.bisects && left.length > 1) return halves(left, rules, attempts);
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

/**
 * The first unprocessed record, and whether the function reported it; undefined if all succeeded.
 */
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
    return { from: 0, isReported: false }; // the failure has been reported by the function
  }
}
