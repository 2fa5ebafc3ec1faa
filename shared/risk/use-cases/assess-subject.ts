import { refused, tooLarge } from '@assay/foundation';
import { applicabilityOf, type CompiledPolicy, evaluate, type RepeatActions } from '@assay/policy-engine';
import type * as z from 'zod';
import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import type { Action } from '../action.ts';
import { AssessmentRecord, type SelectedReceipt } from '../assessment.ts';
import { riskEvent } from '../event.ts';
import { laterOf } from '../instant.ts';
import { RECORD_BYTES, RESULT_BYTES, SELECTED_EVIDENCE_BYTES } from '../limits.ts';
import type { PolicyRecord } from '../policy.ts';
import { type ActionRow, actionIdsOf, createActions } from '../repository/actions.ts';
import { createAssessment } from '../repository/assessments.ts';
import { packOne } from '../repository/one-part.ts';
import { compiledVersion } from '../repository/published-versions.ts';
import type { BesideVersion } from '../repository/shadows.ts';
import { replaceLatestAssessment, type SubjectState } from '../repository/subject-state.ts';
import { newSubjectWork } from '../repository/subject-work.ts';
import { workUnchanged } from '../repository/work.ts';
import { type ComparedShadow, compared, type ShadowResult } from '../shadow.ts';
import type { SubjectRecord } from '../subject.ts';
import { placeOfWork } from '../work.ts';
import { afterAssessment, withOverride } from '../work-override.ts';
import { withReview } from '../work-review.ts';
import { inWork } from './change-overrides.ts';
import { summaryOf, workWrites } from './change-work.ts';
import { beginShadow } from './evaluate-shadow.ts';
import { reviewActionIds } from './follow-review.ts';
import { scoreDetails } from './journey-scores.ts';
import { findOpenAlready, NOTHING_OPEN, repeatedChanges } from './open-already.ts';
import { overrideAfter } from './override-after.ts';
import { policyRetired } from './retired-policies.ts';
import { largeValues, selectionOf, withValues } from './select-evidence.ts';

export interface AssessmentRequest {
  subject: SubjectRecord;
  state: SubjectState;
  policy: PolicyRecord;
  /** The shadow of the version, if it has one. */
  beside?: BesideVersion | undefined;
  trigger: string;
  eventIds: readonly string[];
  /** Of the request. The policy version can ask for it too. */
  repeatActions?: z.infer<typeof RepeatActions> | undefined;
  /** A reassessment by monitoring, which can carry an override, and requests the actions of a review that is due. */
  monitored?: { isReviewDue(band: string | null): boolean };
}

/** Compiled policy and selected evidence, ready for evaluation. */
export interface PreparedEvaluation {
  compiled: CompiledPolicy;
  evidence: { receipts: SelectedReceipt[]; evaluatedAt: string };
  evidenceBytes: number;
  largestFact: string | null;
  shadow: ShadowResult | undefined;
}

/**
 * Evaluates a published policy version against the current evidence of a subject. The commit is
 * conditional on the subject's version; if evidence arrives meanwhile, everything is repeated on
 * the newer state.
 */
export async function assessSubject(context: Context, request: AssessmentRequest): Promise<Change<AssessmentRecord>> {
  const prepared = await prepareEvaluation(context, request);
  assertApplicable(applicabilityOf(prepared.compiled, prepared.evidence));
  return assessPrepared(context, request, prepared);
}

/**
 * The evaluation time is never before the last receipt: the clock of another machine can be ahead,
 * and a repeated request started before the evidence it then finds.
 */
export async function prepareEvaluation(
  context: Context,
  { policy, state, beside }: Pick<AssessmentRequest, 'policy' | 'state' | 'beside'>,
): Promise<PreparedEvaluation> {
  if (policy.data.status !== 'published') throw refused('policy_not_published', 'A draft cannot be evaluated.');
  if (policy.data.retiredAt) throw policyRetired(policy);
  const evaluatedAt = laterOf(context.now.toISOString(), state.version.movedAt);
  const selection = selectionOf(policy.data.definition, state);
  const shadow = beside && beginShadow(context, beside, state);
  const values = await largeValues(context, [selection, shadow?.selection ?? []]);
  const { receipts, bytes, largestFact } = withValues(selection, values);
  return {
    compiled: compiledVersion(policy),
    evidence: { receipts, evaluatedAt },
    evidenceBytes: bytes,
    largestFact,
    shadow: shadow?.evaluated(values, evaluatedAt),
  };
}

/** Assesses a subject that the policy is known to cover. */
export async function assessPrepared(
  context: Context,
  request: AssessmentRequest,
  { compiled, evidence, evidenceBytes, largestFact, shadow }: PreparedEvaluation,
): Promise<Change<AssessmentRecord>> {
  const { receipts, evaluatedAt } = evidence;
  const evaluation = evaluatedFor(request, compiled, evidence);
  const made = { evidence: receipts, evaluation, evaluatedAt };
  const assessment = assessmentOf(context.newId(), request, made);
  assertAssessmentSizes({
    evidence: evidenceBytes,
    result: bytesOf(evaluation),
    record: bytesOf(assessment),
    largestFact,
  });
  return changeFor(context, request, assessment, shadow && compared(shadow, evaluation));
}

/** The band says when the review is due. */
function evaluatedFor(
  { monitored }: AssessmentRequest,
  compiled: CompiledPolicy,
  evidence: PreparedEvaluation['evidence'],
) {
  const evaluation = evaluate(compiled, evidence);
  return monitored?.isReviewDue(evaluation.band) ? evaluate(compiled, evidence, { isReviewDue: true }) : evaluation;
}

function assertApplicable({ status, reasons }: ReturnType<typeof applicabilityOf>): void {
  if (status === 'applicable') return;
  // A sentence of a problem begins with a capital letter, which a key does not have.
  const findings = reasons.map(({ key, message }) => ({
    path: key ?? '',
    message: key ? message.replace(key, () => `\`${key}\``) : message,
  }));
  throw status === 'not_matched'
    ? refused('applicability_not_matched', 'The policy does not cover this subject.', findings)
    : refused(
        'applicability_unknown',
        'Evidence that decides whether the policy covers this subject is missing.',
        findings,
      );
}

/** Limits of an assessment, in bytes of JSON. */
export function assertAssessmentSizes(sizes: {
  evidence: number;
  result: number;
  record: number;
  largestFact: string | null;
}): void {
  const { evidence, result, record, largestFact } = sizes;
  if (evidence > SELECTED_EVIDENCE_BYTES)
    throw tooLarge(
      'evidence_too_large',
      `The selected evidence has ${evidence} bytes. The limit is ${SELECTED_EVIDENCE_BYTES}. The largest receipt is of ${largestFact}.`,
    );
  if (result > RESULT_BYTES)
    throw tooLarge('result_too_large', `The result has ${result} bytes. The limit is ${RESULT_BYTES}.`);
  if (record > RECORD_BYTES)
    throw tooLarge('record_too_large', `The assessment has ${record} bytes. The limit is ${RECORD_BYTES}.`);
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

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
  const previous = state.latest.get(key);
  // In the order of the API response.
  return AssessmentRecord.parse({
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
      evidenceRevision: state.version.evidenceRevision,
      previousAssessmentId: previous?.id ?? null,
      evidence: made.evidence,
      ...made.evaluation,
      actionIds: [],
    },
  });
}

async function changeFor(
  context: Context,
  { subject, state, policy, repeatActions, monitored }: AssessmentRequest,
  evaluated: AssessmentRecord,
  shadow: ComparedShadow | undefined,
): Promise<Change<AssessmentRecord>> {
  const { caller, now } = context;
  const summary = summaryOf(evaluated);
  const before = state.latest.get(evaluated.data.policyKey);
  const override = await overrideAfter(context, { before, isMonitored: monitored !== undefined }, evaluated);
  const isRepeated =
    !override.carried && ![repeatActions, policy.data.definition.repeatActions].includes('unless_open');
  const open = isRepeated ? NOTHING_OPEN : await findOpenAlready(context, state.work, evaluated.data);
  const newActions = evaluated.data.actions.filter(({ name }) => !open.has(name));
  const newIds = actionIdsOf(evaluated.id, newActions.length);
  const idOf = new Map(newActions.map(({ name }, index) => [name, newIds[index] ?? '']));
  const actionIds = evaluated.data.actions.map(({ name }) => open.get(name)?.id ?? idOf.get(name) ?? '');
  const assessment = { ...evaluated, data: { ...evaluated.data, actionIds } };
  const { id, data } = assessment;
  const { policyKey, sequence, subjectId, policyVersionId, evidenceRevision } = data;
  const { freshUntil, reviewDueAt } = data;
  const at = now.toISOString();
  const row: ActionRow = {
    rowId: id,
    actions: newActions.map(
      ({ name }): Action => ({
        subjectId,
        assessmentId: id,
        policyKey,
        name,
        status: 'requested',
        revision: 1,
        createdAt: at,
        updatedAt: at,
      }),
    ),
    revision: 1,
    externalId: subject.data.externalId,
    summary,
  };
  const others = state.work && afterAssessment(state.work.overrides, data);
  const repeated = await repeatedChanges(context, { id, summary }, open);
  const changes = [...(newActions.length > 0 ? [{ before: undefined, after: row }] : []), ...repeated.changes];
  const hasWork = newActions.length > 0 || (state.work !== undefined && placeOfWork(state.work.work) !== undefined);
  const overrides =
    override.carried && hasWork ? withOverride(others, evidenceRevision, inWork(override.carried, data)) : others;
  const reviews = withReview(state.work?.reviews, policyKey, reviewActionIds(data));
  const isWorkChanged = changes.length > 0 || overrides !== state.work?.overrides || reviews !== state.work?.reviews;
  return {
    writes: [
      ...replaceLatestAssessment(caller, subjectId, state, {
        policyKey,
        id,
        sequence,
        policyVersionId,
        evidenceRevision,
        freshUntil,
        reviewDueAt,
        ...(override.carried && { overrideId: override.carried.id }),
        summary: packOne(summary),
      }),
      ...createAssessment(caller, assessment, shadow),
      ...override.writes,
      ...createActions(caller, row),
      ...repeated.writes,
      ...(isWorkChanged
        ? await workWrites(context, state.work ?? newSubjectWork(subject), changes, { overrides, reviews })
        : []),
      // The assessment names actions as open: they must not end meanwhile.
      ...(open.size > 0 && !isWorkChanged && state.work ? [workUnchanged(caller, state.work)] : []),
    ],
    events: [
      riskEvent('risk.assessment.created', assessment, {
        subjectId,
        details: scoreDetails(assessment),
      }),
      ...newIds.map((actionId) =>
        riskEvent('risk.action.requested', { resource: 'actions', id: actionId }, { subjectId }),
      ),
      ...override.events,
    ],
    result: assessment,
  };
}
