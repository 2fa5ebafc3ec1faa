import type { CompiledCondition } from './conditions.ts';
import type { PolicyInput } from './definition.ts';
import type { ConsideredReceipt, FactValue, ReceiptUsability } from './evaluation.ts';
import { isDeclared, isOfType, sortedItems } from './fact-values.ts';
import { millisecondsOf } from './instants.ts';
import type { CountedReceipt } from './value-over-time.ts';

/** Current statement of one source about one fact. */
export interface Receipt {
  id: string;
  fact: string;
  source: string;
  status: ConsideredReceipt['status'];
  value: FactValue | null;
  observedAt: string;
  expiresAt: string | null;
}

export interface CompiledInput extends Pick<PolicyInput, 'key' | 'type' | 'itemType'> {
  maxAgeMs: number;
  /** The only values that count, where the policy declares them. */
  values: ReadonlySet<FactValue> | undefined;
  /** Accepted sources with their order, in which receipts are reported. */
  sources: ReadonlyMap<string, number>;
  ignoresItemOrder: boolean;
  takesFirstAvailable: boolean;
  /** Without groups the input is always required. */
  requiredWhen: readonly (readonly CompiledCondition[])[];
}

/** A receipt as reported for an input, and when it counts; null if it is withdrawn. */
export interface JudgedReceipt {
  reported: ConsideredReceipt;
  counted: CountedReceipt | null;
  /** As it is compared. */
  value: FactValue | null;
}

/**
 * Time of the latest revoked or unavailable receipt. Older evidence of any source does not count,
 * so that a withdrawal never falls back to older favourable evidence. Where sources stand in for each other, one that
 * could not tell leaves the others as they are.
 */
export function latestWithdrawalMs(receipts: readonly Receipt[], { takesFirstAvailable }: CompiledInput): number {
  let latestMs = Number.NEGATIVE_INFINITY;
  for (const { status, observedAt } of receipts) {
    const isWithdrawal = takesFirstAvailable ? status === 'revoked' : status !== 'available';
    if (isWithdrawal) latestMs = Math.max(latestMs, millisecondsOf(observedAt));
  }
  return latestMs;
}

export function judgeReceipt(
  input: CompiledInput,
  receipt: Receipt,
  { nowMs, withdrawnUntilMs }: { nowMs: number; withdrawnUntilMs: number },
): JudgedReceipt {
  const { id, source, status, observedAt, expiresAt } = receipt;
  const value = input.ignoresItemOrder ? sortedItems(receipt.value) : receipt.value;
  const observedMs = millisecondsOf(observedAt);
  const expiresMs = expiresAt === null ? Number.POSITIVE_INFINITY : millisecondsOf(expiresAt);
  // Evidence that is exactly as old as allowed is still fresh. It is stale one millisecond later.
  const staleMs = observedMs + input.maxAgeMs + 1;

  const fit = fitOf(value, input);
  const isOver = status !== 'available' || !(observedMs > withdrawnUntilMs);
  // Comparisons are written so that an invalid time (NaN) makes the receipt unusable.
  let why: ReceiptUsability = fit;
  if (status !== 'available') why = status;
  else if (!(observedMs <= nowMs)) why = 'not_yet_observed';
  else if (!(nowMs < expiresMs)) why = 'expired';
  else if (!(nowMs < staleMs)) why = 'stale';
  else if (isOver) why = 'withdrawn';
  const ageSeconds = Number.isNaN(observedMs) ? null : (nowMs - observedMs) / 1000;
  return {
    reported: { receiptId: id, source, status, observedAt, expiresAt, ageSeconds, why },
    counted: isOver
      ? null
      : {
          fromMs: observedMs,
          untilMs: Math.min(expiresMs, staleMs),
          value: fit === 'usable' ? value : null,
        },
    value,
  };
}

type Fit = Extract<ReceiptUsability, 'usable' | 'type_mismatch' | 'undocumented_value'>;

function fitOf(value: FactValue | null, input: CompiledInput): Fit {
  if (value === null || !isOfType(value, input)) return 'type_mismatch';
  return isDeclared(value, input.values) ? 'usable' : 'undocumented_value';
}
