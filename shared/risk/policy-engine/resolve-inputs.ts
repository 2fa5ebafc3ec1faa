import type { Values } from './conditions.ts';
import type { PolicyInput } from './definition.ts';
import type { InputResolution, Standing } from './evaluation.ts';
import { sameValue } from './fact-values.ts';
import { evaluationMs } from './instants.ts';
import {
  type CompiledInput,
  type JudgedReceipt,
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
  const judged = accepted.map((receipt) => judgeReceipt(input, receipt, times));
  const usable = judged.filter(({ told }) => told.why === 'usable');

  const reason = unresolvedReason(judged, usable);
  return {
    resolution: {
      key: input.key,
      status: reason === null ? 'resolved' : 'unresolved',
      value: reason === null ? (usable[0]?.value ?? null) : null,
      reason,
      receipts: judged.map(({ told }) => told),
    },
    // While one of several agreeing sources is fresh, the input keeps its value.
    freshUntilMs: Math.max(...usable.map(({ freshUntilMs }) => freshUntilMs)),
  };
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
  judged: readonly JudgedReceipt[],
  usable: readonly JudgedReceipt[],
): InputResolution['reason'] {
  const isToldOf = (why: Standing) => judged.some(({ told }) => told.why === why);
  const [first] = usable;
  // A fresh word of the wrong type contradicts the others just as a different value would.
  if (isToldOf('type_mismatch')) return 'type_mismatch';
  if (!first) return CLOSEST_FIRST.find(isToldOf) ?? 'no_evidence';
  return usable.every(({ value }) => sameValue(value, first.value)) ? null : 'sources_disagree';
}
