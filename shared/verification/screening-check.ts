import { isDefinite, isPossible } from '@assay/watchlist';
import type { ScreeningMatch, ScreeningRun } from '#shared/screening/index.ts';
import { type Check, ReportedStatus, type ScreeningSummary } from './check.ts';
import type { ComparedPart } from './identity-document.ts';
import { SCREENING_KIND } from './screening-config.ts';

/** Current state of the screening run that a check reports. */
interface Screening extends Pick<ScreeningRun, 'status'> {
  matches: readonly Pick<ScreeningMatch, 'listKind' | 'score' | 'decision'>[];
  policy: Pick<ScreeningRun['policy'], 'matchScore'>;
}

const OUTCOMES = {
  clear: 'clear',
  review_required: 'review',
  match: 'block',
  error: null,
} as const;

/**
 * Undefined if the step was saved with a configuration that is no longer accepted, so that nothing
 * was screened.
 */
export function checkResultOf(screening: Screening | undefined): Pick<Check, 'status' | 'outcome' | 'flags'> {
  const status = statusOf(screening);
  return {
    status,
    outcome: OUTCOMES[status],
    flags: status === 'error' ? [{ code: 'review_recommended', severity: 'review' }] : [],
  };
}

/** Summary of a run for reviewers. */
export function screeningSummaryOf(run: ScreeningRun, unreadable: readonly ComparedPart[]): ScreeningSummary {
  const { reviewScore, matchScore } = run.policy;
  const countsOf = (listKind: ScreeningMatch['listKind']) => {
    const matches = run.matches.filter((match) => match.listKind === listKind);
    const isMatch = (match: ScreeningMatch) => isDefinite(match, matchScore);
    return {
      match: matches.filter(isMatch).length,
      possibleMatch: matches.filter((one) => isPossible(one, reviewScore) && !isMatch(one)).length,
      falsePositive: matches.filter(({ decision }) => decision === 'false_positive').length,
    };
  };
  return {
    runId: run.id,
    runStatus: run.status,
    errorCode: run.errorCode,
    topScore: run.topScore,
    incomplete: run.incomplete,
    incompleteReasons: run.incompleteReasons,
    capped: run.incompleteReasons.some((reason) => reason.endsWith('_capped')),
    unreadable: [...unreadable],
    sanctions: countsOf('sanctions'),
    pep: countsOf('pep'),
  };
}

/** Only sanctions lists give `match`. A politically exposed person requires a review. */
function statusOf(screening: Screening | undefined): keyof typeof OUTCOMES {
  if (!screening || screening.status === 'error') return 'error';
  const { status, matches, policy } = screening;
  const isSanctioned = matches.some((match) => match.listKind === 'sanctions' && isDefinite(match, policy.matchScore));
  if (isSanctioned) return 'match';
  return status === 'clear' ? 'clear' : 'review_required';
}

/**
 * Clients can report checks of this kind as well, but not with the statuses of the service's own
 * checks.
 */
export const isServiceCheck = ({ kind, status }: Pick<Check, 'kind' | 'status'>) =>
  kind === SCREENING_KIND && !ReportedStatus.safeParse(status).success;
