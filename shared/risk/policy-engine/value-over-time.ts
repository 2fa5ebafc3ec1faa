import type { FactValue } from './evaluation.ts';
import { sameValue } from './fact-values.ts';

/**
 * What the same receipts say as time passes. A receipt that expires or grows too old may take the value
 * of an input away, but it may also end a disagreement and so give one, and one that is dated ahead
 * begins to count. An evaluation holds until the first of these.
 */
export interface CountedReceipt {
  /** It counts from the millisecond it was observed until, exclusively, it expires or is too old. */
  fromMs: number;
  untilMs: number;
  /** Null is a word of the wrong type, beside which no other counts. */
  value: FactValue | null;
}

/** The first millisecond after `nowMs` at which the value is another one, appears or is gone. */
export function nextChangeMs(receipts: readonly CountedReceipt[], nowMs: number): number {
  const value = valueAt(receipts, nowMs);
  let nextMs = Number.POSITIVE_INFINITY;
  const note = (instantMs: number) => {
    const isNearer = nowMs < instantMs && instantMs < nextMs;
    if (isNearer && !sameValue(valueAt(receipts, instantMs), value)) nextMs = instantMs;
  };
  for (const { fromMs, untilMs } of receipts) {
    note(fromMs);
    note(untilMs);
  }
  return nextMs;
}

/** Comparisons are put so that a receipt with a time that cannot be read never counts. */
function valueAt(receipts: readonly CountedReceipt[], atMs: number): FactValue | null {
  let agreed: FactValue | null = null;
  for (const { fromMs, untilMs, value } of receipts) {
    if (!(fromMs <= atMs && atMs < untilMs)) continue;
    if (value === null || (agreed !== null && !sameValue(agreed, value))) return null;
    agreed = value;
  }
  return agreed;
}
