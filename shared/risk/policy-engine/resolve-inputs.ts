import type { Values } from './conditions.ts';
import type { PolicyInput } from './definition.ts';
import type { ConsideredReceipt, FactValue, InputResolution, Standing } from './evaluation.ts';
import { sameValue } from './fact-values.ts';
import { evaluationMs } from './instants.ts';
import {
  type CompiledInput,
  judgeReceipt,
  latestWithdrawalMs,
  type Receipt,
} from './receipt-standing.ts';
import { RETIRED_SOURCE } from './source-identity.ts';

/**
 * From evidence to the value of each input, or the reason why it has none. Only what an accepted
 * source said counts, only while it is fresh, and only if all who said something usable said the same.
 * A source that took its word back also silences what others had said until then.
 */
export interface Evidence {
  /** The current receipt of each fact and source, in any order. */
  receipts: readonly Receipt[];
  evaluatedAt: string;
}

export interface ResolvedInput {
  resolution: InputResolution;
  /** The first millisecond at which no receipt that gave the value is fresh any more. */
  freshUntilMs: number;
}

export function compileInput(input: PolicyInput): CompiledInput {
  const { key, type, itemType, maxAgeSeconds, acceptedSources } = input;
  const accepted = acceptedSources.filter((source) => source !== RETIRED_SOURCE);
  const sources = new Map(accepted.map((source, order) => [source, order]));
  return { key, type, itemType, maxAgeMs: maxAgeSeconds * 1000, sources };
}

export function resolveInputs(
  inputs: readonly CompiledInput[],
  { receipts, evaluatedAt }: Evidence,
): ResolvedInput[] {
  const byFact = Map.groupBy(receipts, ({ fact }) => fact);
  const nowMs = evaluationMs(evaluatedAt);
  return inputs.map((input) => resolveInput(input, byFact.get(input.key) ?? [], nowMs));
}

export const valuesOf = (inputs: readonly InputResolution[]): Values =>
  inputs.map(({ value }) => value ?? undefined);

function resolveInput(
  input: CompiledInput,
  receipts: readonly Receipt[],
  nowMs: number,
): ResolvedInput {
  const accepted = acceptedOf(input, receipts);
  const times = { nowMs, withdrawnUntilMs: latestWithdrawalMs(accepted) };
  const considered: ConsideredReceipt[] = [];
  const usable: FactValue[] = [];
  let freshUntilMs = Number.NEGATIVE_INFINITY;

  for (const receipt of accepted) {
    const judged = judgeReceipt(input, receipt, times);
    considered.push(judged.told);
    if (judged.told.why !== 'usable' || receipt.value === null) continue;
    usable.push(receipt.value);
    // While one of several agreeing sources is fresh, the input keeps its value.
    freshUntilMs = Math.max(freshUntilMs, judged.freshUntilMs);
  }

  const reason = unresolvedReason(considered, usable);
  const value = reason === null ? (usable[0] ?? null) : null;
  const status = reason === null ? 'resolved' : 'unresolved';
  const resolution = { key: input.key, status, value, reason, receipts: considered } as const;
  return { resolution, freshUntilMs };
}

/** In the order of the policy's sources, so that the order of the evidence does not show. */
function acceptedOf({ sources }: CompiledInput, receipts: readonly Receipt[]): Receipt[] {
  const accepted = receipts.filter(({ source }) => sources.has(source));
  if (accepted.length < 2) return accepted;
  const orderOf = ({ source }: Receipt) => sources.get(source) ?? 0;
  return accepted.sort((a, b) => orderOf(a) - orderOf(b) || (a.id < b.id ? -1 : 1));
}

/** When nothing is usable, what came closest to it is the reason told. */
const CLOSEST_FIRST = [
  ...(['withdrawn', 'revoked', 'unavailable', 'expired', 'stale', 'not_yet_observed'] as const),
];

function unresolvedReason(
  considered: readonly ConsideredReceipt[],
  usable: readonly FactValue[],
): InputResolution['reason'] {
  const isToldOf = (standing: Standing) => considered.some(({ why }) => why === standing);
  const [first] = usable;
  // A fresh word of the wrong type contradicts the others just as a different value would.
  if (isToldOf('type_mismatch')) return 'type_mismatch';
  if (first === undefined) return CLOSEST_FIRST.find(isToldOf) ?? 'no_evidence';
  return usable.every((value) => sameValue(value, first)) ? null : 'sources_disagree';
}
