import { compileAll, type InputIndexes, matchAny, type Values } from './conditions.ts';
import type { PolicyInput } from './definition.ts';
import type { ConsideredReceipt, InputResolution, ReceiptUsability } from './evaluation.ts';
import { sameValue } from './fact-values.ts';
import { evaluationMs, instantText } from './instants.ts';
import {
  type CompiledInput,
  type JudgedReceipt,
  judgeReceipt,
  latestWithdrawalMs,
  type Receipt,
} from './receipt-usability.ts';
import { RETIRED_SOURCE } from './source-identity.ts';
import { type CountedReceipt, type CountedReceipts, nextChangeMs } from './value-over-time.ts';

/**
 * Resolves each input to its value, or to the reason why it has none. Only fresh evidence of
 * accepted sources counts, and only if all usable receipts agree, unless the policy says that the first of them
 * counts. A withdrawal by one source also invalidates earlier evidence of the others. An input that is required at
 * times only is left out where the others say that it is not.
 */
export interface EvidenceSnapshot {
  /** Current receipt per fact and source, in any order. */
  receipts: readonly Receipt[];
  evaluatedAt: string;
}

/** With the receipts that give the value, contradict each other, or will count later. */
export interface ResolvedInput extends CountedReceipts {
  resolution: InputResolution;
}

export function compileInput(input: PolicyInput, indexes: InputIndexes): CompiledInput {
  const { key, type, itemType, maxAgeSeconds, acceptedSources, values, itemOrder, resolve, requiredWhen = [] } = input;
  const accepted = acceptedSources.filter((source) => source !== RETIRED_SOURCE);
  const sources = new Map(accepted.map((source, order) => [source, order]));
  return {
    key,
    type,
    itemType,
    maxAgeMs: maxAgeSeconds * 1000,
    sources,
    values: values && new Set(values),
    ignoresItemOrder: itemOrder === 'ignored',
    takesFirstAvailable: resolve === 'first_available',
    requiredWhen: requiredWhen.map(({ all }) => compileAll(all, indexes)),
  };
}

export interface CompiledInputs {
  inputs: readonly CompiledInput[];
  indexes: InputIndexes;
}

export function resolveInputs(
  { inputs, indexes }: CompiledInputs,
  { receipts, evaluatedAt }: EvidenceSnapshot,
): ResolvedInput[] {
  const accepted = inputs.map((): Receipt[] => []);
  for (const receipt of receipts) {
    const index = indexes.get(receipt.fact) ?? -1;
    if (inputs[index]?.sources.has(receipt.source)) accepted[index]?.push(receipt);
  }
  const nowMs = evaluationMs(evaluatedAt);
  const resolved = inputs.map((input, index) => resolveInput(input, accepted[index] ?? [], nowMs));
  if (inputs.every(({ requiredWhen }) => requiredWhen.length === 0)) return resolved;

  const values = valuesOf(resolved.map(({ resolution }) => resolution));
  const isRequired = ({ requiredWhen }: CompiledInput) =>
    requiredWhen.length === 0 || matchAny(requiredWhen, values) !== 'not_matched';
  return resolved.map((one, index) => (inputs[index] && isRequired(inputs[index]) ? one : notRequired(one)));
}

/** Its evidence is reported and changes nothing. */
const notRequired = ({ resolution: { key, receipts }, takesFirst }: ResolvedInput): ResolvedInput => ({
  resolution: { key, status: 'not_required', value: null, reason: null, receipts },
  counted: [],
  takesFirst,
});

/** First instant at which an input changes or loses its value without new evidence. */
export function unchangedUntil(resolved: readonly ResolvedInput[], evaluatedAt: string): string | null {
  const nowMs = evaluationMs(evaluatedAt);
  let firstMs = Number.POSITIVE_INFINITY;
  for (const input of resolved) firstMs = Math.min(firstMs, nextChangeMs(input, nowMs));
  return firstMs === Number.POSITIVE_INFINITY ? null : instantText(firstMs);
}

export const valuesOf = (inputs: readonly InputResolution[]): Values =>
  inputs.map(({ status, value }) => (status === 'not_required' ? null : (value ?? undefined)));

function resolveInput(input: CompiledInput, accepted: Receipt[], nowMs: number): ResolvedInput {
  if (accepted.length > 1) inOrderOf(input, accepted);
  const times = { nowMs, withdrawnUntilMs: latestWithdrawalMs(accepted, input) };
  const considered: ConsideredReceipt[] = [];
  const counted: CountedReceipt[] = [];
  const heard: JudgedReceipt[] = [];

  for (const receipt of accepted) {
    const judged = judgeReceipt(input, receipt, times);
    considered.push(judged.reported);
    if (judged.counted) counted.push(judged.counted);
    heard.push(judged);
  }

  const { key } = input;
  const { reason, value, usedSource } = input.takesFirstAvailable ? firstAvailable(heard) : agreed(heard);
  const status = reason === null ? 'resolved' : 'unresolved';
  return {
    resolution: { key, status, value, reason, ...(usedSource !== undefined && { usedSource }), receipts: considered },
    counted,
    takesFirst: input.takesFirstAvailable,
  };
}

type Answer = Pick<InputResolution, 'reason' | 'value' | 'usedSource'>;

/** In the order of the policy's sources, so that the result does not depend on the order of the evidence. */
function inOrderOf({ sources }: CompiledInput, accepted: Receipt[]) {
  const orderOf = ({ source }: Receipt) => sources.get(source) ?? 0;
  accepted.sort((a, b) => orderOf(a) - orderOf(b) || (a.id < b.id ? -1 : 1));
}

/** When no receipt is usable, the reason reported is that of the one closest to being usable. */
const CLOSEST_FIRST = ['withdrawn', 'revoked', 'unavailable', 'expired', 'stale', 'not_yet_observed'] as const;

const without = (reason: InputResolution['reason']): Answer => ({ reason, value: null });

function agreed(heard: readonly JudgedReceipt[]): Answer {
  const [only] = heard;
  if (only && heard.length === 1)
    return only.reported.why === 'usable' ? { reason: null, value: only.value } : without(only.reported.why);
  const hears = (usability: ReceiptUsability) => heard.some(({ reported }) => reported.why === usability);
  // A fresh value of the wrong type, or one that is not declared, contradicts the others, as a different value would.
  if (hears('type_mismatch')) return without('type_mismatch');
  if (hears('undocumented_value')) return without('undocumented_value');
  const usable = heard.filter(({ reported }) => reported.why === 'usable');
  const [first] = usable;
  if (first === undefined) return withoutAny(heard);
  return usable.every(({ value }) => sameValue(value, first.value))
    ? { reason: null, value: first.value }
    : without('sources_disagree');
}

/** The first source with fresh evidence gives the value, or the reason why there is none if its value does not count. */
function firstAvailable(heard: readonly JudgedReceipt[]): Answer {
  for (const { value, reported } of heard) {
    const { why, source } = reported;
    if (why === 'usable') return { reason: null, value, usedSource: source };
    if (why === 'type_mismatch' || why === 'undocumented_value') return without(why);
  }
  return withoutAny(heard);
}

const withoutAny = (heard: readonly JudgedReceipt[]) =>
  without(CLOSEST_FIRST.find((closest) => heard.some(({ reported }) => reported.why === closest)) ?? 'no_evidence');
