import type { CompiledBand } from './bands.ts';
import type { PolicyDefinition } from './definition.ts';
import type { EvaluatedDecision, RequiredAction } from './evaluation.ts';
import type { CompiledRule } from './rules.ts';

/** What requires actions: the final band, a matched rule or a review that is due. */
export interface ActionCause {
  kind: 'band' | 'rule' | 'review';
  key: string;
  actions: readonly string[];
}

/** Cause of a decision and of actions: the final band, a matched rule or missing evidence. */
export interface Cause {
  kind: 'band' | 'rule' | 'missing_evidence';
  key: string;
  decision: EvaluatedDecision;
  actions: readonly string[];
  /** The rule's reason from the policy. */
  reason?: string;
}

/** `awaiting_evidence` is stronger than `none` and weaker than every other decision. */
const WEAKEST_FIRST: readonly EvaluatedDecision[] = ['none', 'awaiting_evidence', 'review', 'restrict', 'reject'];

export function causesOf(
  band: CompiledBand | undefined,
  matched: readonly CompiledRule[],
  missing: PolicyDefinition['missingEvidence'] | null,
): Cause[] {
  const causes: Cause[] = band ? [{ kind: 'band', key: band.id, ...band.effect }] : [];
  for (const { key, effect, reason } of matched) causes.push({ kind: 'rule', key, ...effect, reason });
  if (missing) causes.push({ kind: 'missing_evidence', key: missing, decision: missing, actions: [] });
  return causes;
}

export function strongestDecision(causes: readonly Cause[]): EvaluatedDecision {
  const ranks = causes.map(({ decision }) => WEAKEST_FIRST.indexOf(decision));
  return WEAKEST_FIRST[Math.max(0, ...ranks)] ?? 'none';
}

/** Each action once, in order of first occurrence, with all bands and rules, and the review, that require it. */
export function requiredActions(causes: readonly (Cause | ActionCause)[]): RequiredAction[] {
  const required = new Map<string, RequiredAction>();
  for (const { kind, key, actions } of causes) {
    if (kind === 'missing_evidence') continue;
    for (const name of new Set(actions)) {
      const action = required.get(name) ?? { name, requiredBy: [] };
      action.requiredBy.push({ kind, key });
      required.set(name, action);
    }
  }
  return [...required.values()];
}
