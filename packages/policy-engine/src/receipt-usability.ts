import type { PolicyInput } from './definition.ts';
import type { ConsideredReceipt, FactValue, ReceiptUsability } from './evaluation.ts';
import { isDeclared, isOfType } from './fact-values.ts';
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
}

/** A receipt as reported for an input, and when it counts; null if it is withdrawn. */
interface JudgedReceipt {
  reported: ConsideredReceipt;
  counted: CountedReceipt | null;
}

/**
 * Time of the latest revoked or unavailable receipt. Older evidence of any source does not count,
 * so that a withdrawal never falls back to older favourable evidence.
 */
export function latestWithdrawalMs(receipts: readonly Receipt[]): number {
  let latestMs = Number.NEGATIVE_INFINITY;
  for (const { status, observedAt } of receipts)
    if (status !== 'available') latestMs = Math.max(latestMs, millisecondsOf(observedAt));
  return latestMs;
}

export function judgeReceipt(
  input: CompiledInput,
  receipt: Receipt,
  { nowMs, withdrawnUntilMs }: { nowMs: number; withdrawnUntilMs: number },
): JudgedReceipt {
  const { id, source, status, value, observedAt, expiresAt } = receipt;
  const observedMs = millisecondsOf(observedAt);
  const expiresMs = expiresAt === null ? Number.POSITIVE_INFINITY : millisecondsOf(expiresAt);
  // Evidence that is exactly as old as allowed is still fresh. It is stale one millisecond later.
  const staleMs = observedMs + input.maxAgeMs + 1;

  const fit = fitOf(value, input);
  const times = { nowMs, withdrawnUntilMs, observedMs, expiresMs, staleMs };
  const why = usabilityOf(status, fit, times);
  const isOver = status !== 'available' || !(observedMs > withdrawnUntilMs);
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
  };
}

type Times = Record<'nowMs' | 'withdrawnUntilMs' | 'observedMs' | 'expiresMs' | 'staleMs', number>;

type Fit = Extract<ReceiptUsability, 'usable' | 'type_mismatch' | 'undocumented_value'>;

function fitOf(value: FactValue | null, input: CompiledInput): Fit {
  if (value === null || !isOfType(value, input)) return 'type_mismatch';
  return isDeclared(value, input.values) ? 'usable' : 'undocumented_value';
}

/** Comparisons are written so that an invalid time (NaN) makes the receipt unusable. */
function usabilityOf(status: Receipt['status'], fit: Fit, times: Times): ReceiptUsability {
  if (status !== 'available') return status;
  if (!(times.observedMs <= times.nowMs)) return 'not_yet_observed';
  if (!(times.nowMs < times.expiresMs)) return 'expired';
  if (!(times.nowMs < times.staleMs)) return 'stale';
  if (!(times.observedMs > times.withdrawnUntilMs)) return 'withdrawn';
  return fit;
}
