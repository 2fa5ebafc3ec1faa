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

/** First millisecond after `nowMs` at which the value changes, appears or disappears. */
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

/** Comparisons are written so that a receipt with an invalid time (NaN) never counts. */
function valueAt(receipts: readonly CountedReceipt[], atMs: number): FactValue | null {
  let agreed: FactValue | null = null;
  for (const { fromMs, untilMs, value } of receipts) {
    if (!(fromMs <= atMs && atMs < untilMs)) continue;
    if (value === null || (agreed !== null && !sameValue(agreed, value))) return null;
    agreed = value;
  }
  return agreed;
}
