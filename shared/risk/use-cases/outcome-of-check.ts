import { applicabilityOf, applicabilityUntil } from '@assay/policy-engine';
import type { Change } from '#shared/platform/change.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import type { Context } from '#shared/platform/context.ts';
import type { Write } from '#shared/platform/store/store.ts';
import { recordEvent } from '../event.ts';
import { firstDeadline, monitoringVerdict } from '../monitoring-verdict.ts';
import { finishCheck, type MonitoredPolicy, pauseMonitored } from '../repository/monitoring.ts';
import { unpackOne } from '../repository/one-part.ts';
import { type AssessedPolicy, readAssessedPolicy } from '../repository/policies.ts';
import { removeReview, replaceReview } from '../repository/review-calendar.ts';
import { readState, type SubjectState } from '../repository/subject-state.ts';
import { readSubject } from '../repository/subjects.ts';
import type { ReviewState } from '../review.ts';
import type { SubjectRecord } from '../subject.ts';
import { AssessmentSummary } from '../work.ts';
import { assessPrepared, type PreparedEvaluation, prepareEvaluation } from './assess-subject.ts';
import {
  isReviewDue,
  nextCheck,
  type ReviewAtCheck,
  readReview,
  reviewAfter,
  reviewAfterAssessment,
} from './follow-review.ts';

const TRIGGER = 'monitoring';
const PAUSED = 'policy_retired' as const;

interface Found extends AssessedPolicy {
  subject: SubjectRecord;
  state: SubjectState;
  review: ReviewAtCheck;
}

/**
 * Result of a check: a new assessment if something has changed, as a request would create it, and
 * otherwise only the time of the next check.
 */
export async function outcomeOfCheck(context: Context, row: MonitoredPolicy): Promise<Change> {
  const [subject, { policy, beside }, state] = await Promise.all([
    readSubject(context, row.subjectId),
    readAssessedPolicy(context, row.policyVersionId),
    readState(context.store, context.caller, row.subjectId),
  ]);
  if (policy.data.retiredAt) return pause(row);
  const { evidenceRevision } = state.version;
  const latest = state.latest.get(row.policyKey);
  const verdict = monitoringVerdict(row, { evidenceRevision, latest }, context.now);
  const review = await readReview(context, row);
  const found = { subject, policy, beside, state, review };
  if (verdict.is === 'changed') return reassess(context, row, found);
  if (verdict.is === 'refused') return unchanged(row, found, verdict.until);

  const { definition } = policy.data;
  // Rows of earlier releases have no summary; the next assessment has one.
  const assessedAs = latest?.summary ? AssessmentSummary.parse(unpackOne(latest.summary)) : undefined;
  if (assessedAs && isReviewDue(context, review, { definition, band: assessedAs.band }))
    return reassess(context, row, found);
  const after = assessedAs ? reviewAfter(definition, review, assessedAs) : undefined;
  const finished = finishCheck(row, {
    lastEvaluatedAt: row.lastEvaluatedAt,
    nextCheckAt: nextCheck(verdict.until, after ?? null),
    lastError: null,
    refusedRevision: null,
    ...(after !== undefined && { review: after }),
  });
  const listed = after === undefined ? [] : listedReview(row, subject, after);
  return { writes: [finished, ...listed], events: review.events, result: undefined };
}

/** The review as the calendar shows it. */
function listedReview(row: MonitoredPolicy, subject: SubjectRecord, review: ReviewState | null): Write[] {
  const { policyKey, policyVersionId } = row;
  const { kind, externalId } = subject.data;
  const { band = null, dueAt = '', reason = 'policy', requested } = review ?? {};
  return replaceReview(row, review, {
    subjectId: subject.id,
    kind,
    externalId,
    policyKey,
    policyVersionId,
    band,
    dueAt,
    reason,
    overdueAt: requested?.overdueAt ?? null,
    actionIds: requested?.actionIds ?? [],
  });
}

/** The policy still does not cover the subject, so no review is requested. */
function unchanged(row: MonitoredPolicy, { subject, review }: Found, nextCheckAt: string): Change {
  const { lastEvaluatedAt, lastError, refusedRevision } = row;
  const kept = { lastEvaluatedAt, lastError, refusedRevision, nextCheckAt };
  return {
    writes: [
      finishCheck(row, { ...kept, ...(review.review && { review: review.review }) }),
      ...(review.review ? listedReview(row, subject, review.review) : []),
    ],
    events: review.events,
    result: undefined,
  };
}

/** A retired version assesses nothing. The history of the subject says that it is no longer monitored. */
function pause(row: MonitoredPolicy): Change {
  const { subjectId, policyKey, policyVersionId } = row;
  const about = { resource: 'subjects', id: subjectId };
  const details = { policyKey, policyVersionId, reason: PAUSED };
  return {
    writes: [pauseMonitored(row, PAUSED), ...removeReview(row)],
    events: [recordEvent('risk.monitoring.paused', about, { subjectId, details })],
    result: undefined,
  };
}

async function reassess(context: Context, row: MonitoredPolicy, found: Found): Promise<Change> {
  const prepared = await prepareEvaluation(context, found);
  const { status } = applicabilityOf(prepared.compiled, prepared.evidence);
  if (status !== 'applicable')
    return {
      writes: [
        refusalOf(row, found, { status, ...prepared }),
        ...(found.review.review ? listedReview(row, found.subject, found.review.review) : []),
      ],
      events: found.review.events,
      result: undefined,
    };

  const { subject, policy, state } = found;
  const { definition } = policy.data;
  const isDueIn = (band: string | null) => isReviewDue(context, found.review, { definition, band });
  const request = { subject, policy, state, trigger: TRIGGER, eventIds: [], monitored: { isReviewDue: isDueIn } };
  const change = await assessPrepared(context, request, prepared);
  const { data } = change.result;
  const { review, events } = reviewAfterAssessment(context, found.review, change.result);
  const finished = finishCheck(row, {
    lastError: null,
    refusedRevision: null,
    lastEvaluatedAt: data.evaluatedAt,
    nextCheckAt: nextCheck(firstDeadline(data), review),
    ...(review || row.review ? { review } : {}),
  });
  return {
    ...change,
    writes: [...change.writes, finished, ...listedReview(row, subject, review)],
    events: [...change.events, ...events],
  };
}

/**
 * The policy does not cover the subject. The same evidence is checked again when an input changes
 * with time or a review would be due.
 */
function refusalOf(
  row: MonitoredPolicy,
  { policy, state, review }: Found,
  { status, compiled, evidence }: PreparedEvaluation & { status: 'not_matched' | 'unknown' },
) {
  const { evaluatedAt } = evidence;
  const { reviewAfterSeconds } = policy.data.definition;
  return finishCheck(row, {
    lastError: `applicability_${status}`,
    lastEvaluatedAt: evaluatedAt,
    nextCheckAt: firstDeadline({
      freshUntil: applicabilityUntil(compiled, evidence),
      reviewDueAt: addSeconds(new Date(evaluatedAt), reviewAfterSeconds).toISOString(),
    }),
    refusedRevision: state.version.evidenceRevision,
    ...(review.review && { review: review.review }),
  });
}
