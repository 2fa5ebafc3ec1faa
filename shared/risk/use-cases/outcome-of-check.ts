import { applicabilityOf, applicabilityUntil } from '@assay/policy-engine';
import type { Change } from '#shared/platform/change.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import type { Context } from '#shared/platform/context.ts';
import { recordEvent } from '../event.ts';
import { firstDeadline, monitoringVerdict } from '../monitoring-verdict.ts';
import type { PolicyRecord } from '../policy.ts';
import { finishCheck, type MonitoredPolicy, pauseMonitored } from '../repository/monitoring.ts';
import { readPolicy } from '../repository/policies.ts';
import { readState, type SubjectState } from '../repository/subject-state.ts';
import { readSubject } from '../repository/subjects.ts';
import type { SubjectRecord } from '../subject.ts';
import { assessPrepared, type PreparedEvaluation, prepareEvaluation } from './assess-subject.ts';

const TRIGGER = 'monitoring';
const PAUSED = 'policy_retired' as const;

interface Found {
  subject: SubjectRecord;
  policy: PolicyRecord;
  state: SubjectState;
}

/**
 * Result of a check: a new assessment if something has changed, as a request would create it, and
 * otherwise only the time of the next check.
 */
export async function outcomeOfCheck(context: Context, row: MonitoredPolicy): Promise<Change> {
  const [subject, policy, state] = await Promise.all([
    readSubject(context, row.subjectId),
    readPolicy(context, row.policyVersionId),
    readState(context.store, context.caller, row.subjectId),
  ]);
  if (policy.data.retiredAt) return pause(row);
  const { evidenceRevision } = state.version;
  const latest = state.latest.get(row.policyKey);
  const verdict = monitoringVerdict(row, { evidenceRevision, latest }, context.now);
  if (verdict.is === 'changed') return reassess(context, row, { subject, policy, state });

  const isRefused = verdict.is === 'refused';
  const { lastEvaluatedAt } = row;
  const finished = finishCheck(row, {
    lastEvaluatedAt,
    nextCheckAt: verdict.until,
    lastError: isRefused ? row.lastError : null,
    refusedRevision: isRefused ? row.refusedRevision : null,
  });
  return { writes: [finished], events: [], result: undefined };
}

/** A retired version assesses nothing. The history of the subject says that it is no longer monitored. */
function pause(row: MonitoredPolicy): Change {
  const { subjectId, policyKey, policyVersionId } = row;
  const about = { resource: 'subjects', id: subjectId };
  const details = { policyKey, policyVersionId, reason: PAUSED };
  return {
    writes: [pauseMonitored(row, PAUSED)],
    events: [recordEvent('risk.monitoring.paused', about, { subjectId, details })],
    result: undefined,
  };
}

async function reassess(context: Context, row: MonitoredPolicy, found: Found): Promise<Change> {
  const prepared = await prepareEvaluation(context, found);
  const { status } = applicabilityOf(prepared.compiled, prepared.evidence);
  if (status !== 'applicable')
    return {
      writes: [refusalOf(row, found, { status, ...prepared })],
      events: [],
      result: undefined,
    };

  const request = { ...found, trigger: TRIGGER, eventIds: [] };
  const change = await assessPrepared(context, request, prepared);
  const { data } = change.result;
  const finished = finishCheck(row, {
    lastError: null,
    refusedRevision: null,
    lastEvaluatedAt: data.evaluatedAt,
    nextCheckAt: firstDeadline(data),
  });
  return { ...change, writes: [...change.writes, finished] };
}

/**
 * The policy does not cover the subject. The same evidence is checked again when an input changes
 * with time or a review would be due.
 */
function refusalOf(
  row: MonitoredPolicy,
  { policy, state }: Found,
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
  });
}
