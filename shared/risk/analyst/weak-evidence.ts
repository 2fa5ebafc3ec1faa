import { type AnalystRule, cite, counted, isPast } from './cite.ts';
import type { Snapshot, SnapshotAssessment } from './snapshot.ts';

/**
 * Reports evidence of latest assessments that has since been withdrawn, has expired or is stale.
 */
export const weakEvidence: AnalystRule = (snapshot) =>
  snapshot.assessments
    .filter(({ isLatest }) => isLatest)
    .flatMap((assessment) => [
      ...withdrawn(snapshot, assessment),
      ...expired(snapshot, assessment),
      ...stale(snapshot, assessment),
    ]);

/** The source has since revoked the evidence, or reports it as unavailable. */
function withdrawn({ receipts }: Snapshot, { id, policyKey, evidence }: SnapshotAssessment) {
  const nameOf = (source: string, fact: string) => `${source}\n${fact}`;
  const current = new Map(receipts.map((receipt) => [nameOf(receipt.source, receipt.fact), receipt]));
  const pairs = eachOnce(evidence).flatMap((used) => {
    const now = current.get(nameOf(used.source, used.ownFact ?? used.fact));
    const isWithdrawn = used.status === 'available' && now && now.status !== 'available';
    return isWithdrawn ? [{ used, now }] : [];
  });
  const what = `${counted(pairs.length, 'receipt')} that assessment ${id} of ${policyKey} was made of`;
  return cite(
    {
      key: `withdrawn_evidence:${id}`,
      statement: `Sources have revoked or can no longer confirm ${what}.`,
      confidence: 'high',
    },
    { evidence: pairs.flatMap(({ used, now }) => [used, now]) },
  );
}

function expired(snapshot: Snapshot, { id, policyKey, evidence }: SnapshotAssessment) {
  const over = eachOnce(evidence).filter(({ expiresAt }) => isPast(expiresAt, snapshot));
  const statement = `Assessment ${id} of ${policyKey} was made of ${counted(over.length, 'receipt')} expired by now.`;
  return cite({ key: `expired_evidence:${id}`, statement, confidence: 'high' }, { evidence: over });
}

/** Older than the maximum age that the policy accepts. */
function stale(snapshot: Snapshot, { id, policyKey, freshUntil, evidence }: SnapshotAssessment) {
  if (!isPast(freshUntil, snapshot)) return [];
  const statement = `The evidence of assessment ${id} of ${policyKey} was fresh until ${freshUntil} only.`;
  return cite({ key: `stale_evidence:${id}`, statement, confidence: 'high' }, { evidence });
}

/** Deduplicates receipts, because several inputs can read the same one. */
const eachOnce = (evidence: SnapshotAssessment['evidence']) => [
  ...new Map(evidence.map((used) => [used.id, used])).values(),
];
