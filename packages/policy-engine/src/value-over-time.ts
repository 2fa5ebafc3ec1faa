import type { FactValue } from './evaluation.ts';
import { sameValue } from './fact-values.ts';

/**
 * The value of an input over time. A receipt that expires or becomes stale can remove the value or
 * end a disagreement, and a receipt with a future time can start to count. An evaluation is valid
 * until the first such change.
 */
export interface CountedReceipt {
  /** Counts from the time of observation until, exclusively, it expires or is stale. */
  fromMs: number;
  untilMs: number;
  /** Null for a value of the wrong type, which prevents all others from counting. */
  value: FactValue | null;
}

/** Receipts in the order of the policy's sources, of which all must agree or the first that counts gives the value. */
export interface CountedReceipts {
  counted: readonly CountedReceipt[];
  takesFirst: boolean;
}

/** First millisecond after `nowMs` at which the value changes, appears or disappears. */
export function nextChangeMs(receipts: CountedReceipts, nowMs: number): number {
  const value = valueAt(receipts, nowMs);
  let nextMs = Number.POSITIVE_INFINITY;
  for (const { fromMs, untilMs } of receipts.counted) {
    if (isNearer(fromMs, nowMs, nextMs) && !sameValue(valueAt(receipts, fromMs), value)) nextMs = fromMs;
    if (isNearer(untilMs, nowMs, nextMs) && !sameValue(valueAt(receipts, untilMs), value)) nextMs = untilMs;
  }
  return nextMs;
}

const isNearer = (instantMs: number, nowMs: number, nextMs: number) => nowMs < instantMs && instantMs < nextMs;

/** Comparisons are written so that a receipt with an invalid time (NaN) never counts. */
function valueAt({ counted, takesFirst }: CountedReceipts, atMs: number): FactValue | null {
  let agreed: FactValue | null = null;
  for (const { fromMs, untilMs, value } of counted) {
    if (!(fromMs <= atMs && atMs < untilMs)) continue;
    if (takesFirst) return value;
    if (value === null || (agreed !== null && !sameValue(agreed, value))) return null;
    agreed = value;
  }
  return agreed;
}
