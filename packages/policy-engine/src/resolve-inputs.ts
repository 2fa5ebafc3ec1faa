import type { Values } from './conditions.ts';
import type { PolicyInput } from './definition.ts';
import type { ConsideredReceipt, FactValue, InputResolution, ReceiptUsability } from './evaluation.ts';
import { sameValue } from './fact-values.ts';
import { evaluationMs, instantText } from './instants.ts';
import { type CompiledInput, judgeReceipt, latestWithdrawalMs, type Receipt } from './receipt-usability.ts';
import { RETIRED_SOURCE } from './source-identity.ts';
import { type CountedReceipt, nextChangeMs } from './value-over-time.ts';

/**
 * Resolves each input to its value, or to the reason why it has none. Only fresh evidence of
 * accepted sources counts, and only if all usable receipts agree. A withdrawal by one source also
 * invalidates earlier evidence of the others.
 */
export interface EvidenceSnapshot {
  /** Current receipt per fact and source, in any order. */
  receipts: readonly Receipt[];
  evaluatedAt: string;
}

export interface ResolvedInput {
  resolution: InputResolution;
  /** Receipts that give the value, contradict each other, or will count later. */
  counted: readonly CountedReceipt[];
}

export function compileInput(input: PolicyInput): CompiledInput {
  const { key, type, itemType, maxAgeSeconds, acceptedSources, values } = input;
  const accepted = acceptedSources.filter((source) => source !== RETIRED_SOURCE);
  const sources = new Map(accepted.map((source, order) => [source, order]));
  return { key, type, itemType, maxAgeMs: maxAgeSeconds * 1000, sources, values: values && new Set(values) };
}

export function resolveInputs(
  inputs: readonly CompiledInput[],
  { receipts, evaluatedAt }: EvidenceSnapshot,
): ResolvedInput[] {
  const byFact = Map.groupBy(receipts, ({ fact }) => fact);
  const nowMs = evaluationMs(evaluatedAt);
  return inputs.map((input) => resolveInput(input, byFact.get(input.key) ?? [], nowMs));
}

/** First instant at which an input changes or loses its value without new evidence. */
export function unchangedUntil(resolved: readonly ResolvedInput[], evaluatedAt: string): string | null {
  const nowMs = evaluationMs(evaluatedAt);
  const firstMs = Math.min(...resolved.map(({ counted }) => nextChangeMs(counted, nowMs)));
  return firstMs === Number.POSITIVE_INFINITY ? null : instantText(firstMs);
}

export const valuesOf = (inputs: readonly InputResolution[]): Values => inputs.map(({ value }) => value ?? undefined);

function resolveInput(input: CompiledInput, receipts: readonly Receipt[], nowMs: number): ResolvedInput {
  const accepted = acceptedOf(input, receipts);
  const times = { nowMs, withdrawnUntilMs: latestWithdrawalMs(accepted) };
  const considered: ConsideredReceipt[] = [];
  const counted: CountedReceipt[] = [];
  const usable: FactValue[] = [];

  for (const receipt of accepted) {
    const judged = judgeReceipt(input, receipt, times);
    considered.push(judged.reported);
    if (judged.counted) counted.push(judged.counted);
    if (judged.reported.why === 'usable' && receipt.value !== null) usable.push(receipt.value);
  }

  const reason = unresolvedReason(considered, usable);
  const value = reason === null ? (usable[0] ?? null) : null;
  const status = reason === null ? 'resolved' : 'unresolved';
  const resolution = { key: input.key, status, value, reason, receipts: considered } as const;
  return { resolution, counted };
}

/**
 * Sorted in the order of the policy's sources, so that the result does not depend on the order of
 * the evidence.
 */
function acceptedOf({ sources }: CompiledInput, receipts: readonly Receipt[]): Receipt[] {
  const accepted = receipts.filter(({ source }) => sources.has(source));
  if (accepted.length < 2) return accepted;
  const orderOf = ({ source }: Receipt) => sources.get(source) ?? 0;
  return accepted.sort((a, b) => orderOf(a) - orderOf(b) || (a.id < b.id ? -1 : 1));
}

/** When no receipt is usable, the reason reported is that of the one closest to being usable. */
const CLOSEST_FIRST = ['withdrawn', 'revoked', 'unavailable', 'expired', 'stale', 'not_yet_observed'] as const;

function unresolvedReason(
  considered: readonly ConsideredReceipt[],
  usable: readonly FactValue[],
): InputResolution['reason'] {
  const hasReceipt = (usability: ReceiptUsability) => considered.some(({ why }) => why === usability);
  const [first] = usable;
  // A fresh value of the wrong type, or one that is not declared, contradicts the others, as a different value would.
  if (hasReceipt('type_mismatch')) return 'type_mismatch';
  if (hasReceipt('undocumented_value')) return 'undocumented_value';
  if (first === undefined) return CLOSEST_FIRST.find(hasReceipt) ?? 'no_evidence';
  return usable.every((value) => sameValue(value, first)) ? null : 'sources_disagree';
}
