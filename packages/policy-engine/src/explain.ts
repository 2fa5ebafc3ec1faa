import type { CompiledBand } from './bands.ts';
import type { Cause } from './effects.ts';
import type { EvaluatedDecision, EvaluationReason, FactorResult, InputResolution } from './evaluation.ts';
import type { CompiledRule } from './rules.ts';
import type { Score } from './score.ts';

/** Reasons for the band and the decision, in the order of the evaluation. */

export const inputReasons = (inputs: readonly InputResolution[]): EvaluationReason[] =>
  inputs
    .filter(({ status }) => status === 'unresolved')
    .map(({ key, reason }) => ({
      code: 'input_unresolved',
      key,
      message: `${key} has no value: ${reason}.`,
    }));

export const factorReasons = (factors: readonly FactorResult[]): EvaluationReason[] =>
  factors
    .filter(({ status }) => status === 'no_case_matched')
    .map(({ key }) => ({
      code: 'factor_without_points',
      key,
      message: `No case of ${key} matches and it has no default points.`,
    }));

export interface BandExplanation {
  bands: readonly CompiledBand[];
  score: Score | null;
  /** Index of the score's own band and of the final one; -1 if there is none. */
  ofScore: number;
  final: number;
  matched: readonly CompiledRule[];
}

export function bandReasons({ bands, score, ofScore, final, matched }: BandExplanation): EvaluationReason[] {
  const reasons = score ? scoreReasons(score, bands[ofScore]) : [];
  for (const { key, reason, forcedBand } of matched) {
    const band = bands[forcedBand];
    if (!band) continue;
    const isFinal = forcedBand === final && forcedBand > ofScore;
    reasons.push(
      isFinal
        ? { code: 'band_forced', key, message: `${key} forces band ${band.id}: ${reason}` }
        : {
            code: 'forced_band_not_higher',
            key,
            message: `${key} forces band ${band.id}, which raises nothing.`,
          },
    );
  }
  if (final === -1) reasons.push({ code: 'no_band', key: null, message: 'Without a score there is no band.' });
  return reasons;
}

function scoreReasons({ shown, bound }: Score, band: CompiledBand | undefined): EvaluationReason[] {
  const reasons: EvaluationReason[] = [];
  if (bound)
    reasons.push({
      code: bound === 'floor' ? 'floor_applied' : 'ceiling_applied',
      key: null,
      message: `The ${bound} makes the score ${shown}.`,
    });
  if (band)
    reasons.push({
      code: 'score_in_band',
      key: band.id,
      message: `The score ${shown} is in band ${band.id}.`,
    });
  return reasons;
}

/** Only causes that require the final decision. Weaker causes decided nothing. */
export const decisionReasons = (causes: readonly Cause[], decision: EvaluatedDecision): EvaluationReason[] =>
  causes
    .filter((cause) => cause.decision === decision)
    .map(({ kind, key, reason }) => ({
      code: `decision_by_${kind}`,
      key: kind === 'missing_evidence' ? null : key,
      message:
        kind === 'missing_evidence'
          ? `Evidence is missing, for which the policy requires ${decision}.`
          : `The ${kind} ${key} requires ${decision}${reason ? `: ${reason}` : '.'}`,
    }));
