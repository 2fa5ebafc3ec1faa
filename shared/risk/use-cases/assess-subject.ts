import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { refused, tooLarge } from '#shared/platform/problem.ts';
import type { Action } from '../action.ts';
import type { AssessmentRecord, SelectedReceipt } from '../assessment.ts';
import { riskEvent } from '../event.ts';
import { RECORD_BYTES, RESULT_BYTES, SELECTED_EVIDENCE_BYTES } from '../limits.ts';
import type { PolicyRecord } from '../policy.ts';
import { applicabilityOf } from '../policy-engine/applicability.ts';
import { compilePolicy, evaluate } from '../policy-engine/evaluate-policy.ts';
import { actionIdsOf, createActions } from '../repository/actions.ts';
import { createAssessment } from '../repository/assessments.ts';
import { moveHead, type SubjectState } from '../repository/subject-state.ts';
import type { SubjectRecord } from '../subject.ts';
import { selectEvidence } from './select-evidence.ts';

export interface AssessmentRequest {
  subject: SubjectRecord;
  state: SubjectState;
  policy: PolicyRecord;
  trigger: string;
  eventIds: readonly string[];
}

/**
 * Evaluates a published policy version against what is known of a subject now. The head of the subject
 * must not move until the assessment is committed; when evidence arrives in between, the whole is done
 * again on the newer state.
 */
export async function assessSubject(
  context: Context,
  request: AssessmentRequest,
): Promise<Change<AssessmentRecord>> {
  const { policy } = request;
  if (policy.data.status !== 'published')
    throw refused('policy_not_published', 'A draft cannot be evaluated.');

  const compiled = compilePolicy(policy.data.definition);
  const evidence = await selectEvidence(context, policy.data.definition, request.state);
  const evaluatedAt = context.now.toISOString();
  const asked = { receipts: evidence, evaluatedAt };
  assertApplicable(applicabilityOf(compiled, asked));

  const evaluation = evaluate(compiled, asked);
  assertBytes(evidence, SELECTED_EVIDENCE_BYTES, 'evidence_too_large', 'The selected evidence');
  assertBytes(evaluation, RESULT_BYTES, 'result_too_large', 'The result');

  const id = context.newId();
  const assessment = assessmentOf(id, request, { evidence, evaluation, evaluatedAt });
  assertBytes(assessment, RECORD_BYTES, 'record_too_large', 'The assessment');
  return changeFor(context, request, assessment);
}

function assertApplicable({ status, reasons }: ReturnType<typeof applicabilityOf>): void {
  if (status === 'applicable') return;
  const findings = reasons.map(({ key, message }) => ({ path: key ?? '', message }));
  throw status === 'not_matched'
    ? refused('applicability_not_matched', 'The policy does not cover this subject.', findings)
    : refused(
        'applicability_unknown',
        'Evidence is missing to tell whether the policy covers this subject.',
        findings,
      );
}

function assertBytes(value: unknown, limit: number, code: string, what: string): void {
  if (Buffer.byteLength(JSON.stringify(value)) > limit)
    throw tooLarge(code, `${what} would have more than ${limit} bytes.`);
}

function assessmentOf(
  id: string,
  { subject, state, policy, trigger, eventIds }: AssessmentRequest,
  made: {
    evidence: SelectedReceipt[];
    evaluation: ReturnType<typeof evaluate>;
    evaluatedAt: string;
  },
): AssessmentRecord {
  const { key } = policy.data;
  const previous = state.head.assessments[key];
  return {
    id,
    resource: 'assessments',
    data: {
      subjectId: subject.id,
      policyVersionId: policy.id,
      policyKey: key,
      policy: policy.data,
      trigger,
      eventIds: [...eventIds],
      evaluatedAt: made.evaluatedAt,
      sequence: (previous?.sequence ?? 0) + 1,
      evidenceRevision: state.head.evidenceRevision,
      previousAssessmentId: previous?.id ?? null,
      evidence: made.evidence,
      ...made.evaluation,
      actionIds: actionIdsOf(id, made.evaluation.actions.length),
    },
  };
}

function changeFor(
  { caller, now }: Context,
  { subject, state }: AssessmentRequest,
  assessment: AssessmentRecord,
): Change<AssessmentRecord> {
  const { id, data } = assessment;
  const { policyKey, sequence, subjectId } = data;
  const at = now.toISOString();
  const actions = data.actions.map(
    ({ name }): Action => ({
      ...{ subjectId, assessmentId: id, policyKey, name },
      ...{ status: 'requested', revision: 1, createdAt: at, updatedAt: at },
    }),
  );
  const actionEvents = data.actionIds.map((actionId) =>
    riskEvent('risk.action.requested', { resource: 'actions', id: actionId }, { subjectId }),
  );
  return {
    writes: [
      moveHead(caller, subjectId, state.head, {
        assessments: { ...state.head.assessments, [policyKey]: { id, sequence } },
      }),
      ...createAssessment(caller, assessment),
      ...createActions(caller, {
        ...{ rowId: id, actions, revision: 1 },
        externalId: subject.data.externalId,
      }),
    ],
    events: [riskEvent('risk.assessment.created', assessment, { subjectId }), ...actionEvents],
    result: assessment,
  };
}
