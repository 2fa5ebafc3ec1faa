import type { SnapshotAssessment } from '../analyst/snapshot.ts';
import type { AssessmentRecord } from '../assessment.ts';
import type { SubjectState } from '../repository/subject-state.ts';
import { acceptedReceipts, ownFactOf } from './accepted-receipts.ts';

/** The part of an assessment that is included in a snapshot. */
export function reducedAssessment({ id, data }: AssessmentRecord, state: SubjectState): SnapshotAssessment {
  const { policyKey, evaluatedAt, score, band, decision, evidenceRevision } = data;
  const { freshUntil, reviewDueAt } = data;
  const isLatest = state.latest.get(policyKey)?.id === id;
  return {
    id,
    policyKey,
    isLatest,
    evaluatedAt,
    score,
    band,
    decision,
    evidenceRevision,
    freshUntil,
    reviewDueAt,
    evidence: usedEvidence(data),
    inputs: isLatest ? comparedInputs(data, state) : [],
  };
}

type Data = AssessmentRecord['data'];

/**
 * Assessments name evidence by input keys, while current receipts have the fact names of their
 * sources.
 */
function usedEvidence({ policy, evidence }: Data): SnapshotAssessment['evidence'] {
  const inputs = new Map(policy.definition.inputs.map((input) => [input.key, input]));
  return evidence.map(({ value, ...receipt }) => {
    const input = inputs.get(receipt.fact);
    const ownFact = input ? ownFactOf(input, receipt.source) : receipt.fact;
    return ownFact === receipt.fact ? receipt : { ...receipt, ownFact };
  });
}

/** Receipts that the policy would compare now. A single source cannot contradict itself. */
const comparedInputs = ({ policy }: Data, state: SubjectState): SnapshotAssessment['inputs'] =>
  policy.definition.inputs
    .map((input) => ({
      key: input.key,
      receiptIds: acceptedReceipts(input, state).map(({ id }) => id),
    }))
    .filter(({ receiptIds }) => receiptIds.length > 1);
