import { cite, counted, isPast, type Rule } from './cite.ts';
import type { Snapshot, SnapshotAssessment } from './snapshot.ts';

/** Evidence that a latest assessment was made of and that no longer bears it. */
export const weakEvidence: Rule = (snapshot) =>
  snapshot.assessments
    .filter(({ isLatest }) => isLatest)
    .flatMap((assessment) => [
      ...withdrawn(snapshot, assessment),
      ...expired(snapshot, assessment),
      ...stale(snapshot, assessment),
    ]);

/** Its source has since revoked it, or can no longer say. */
function withdrawn({ receipts }: Snapshot, { id, policyKey, evidence }: SnapshotAssessment) {
  const nameOf = (source: string, fact: string) => `${source}\n${fact}`;
  const standing = new Map(
    receipts.map((receipt) => [nameOf(receipt.source, receipt.fact), receipt]),
  );
  const pairs = eachOnce(evidence).flatMap((used) => {
    const now = standing.get(nameOf(used.source, used.ownFact ?? used.fact));
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

/** Older than its policy accepts. */
function stale(snapshot: Snapshot, { id, policyKey, freshUntil, evidence }: SnapshotAssessment) {
  if (!isPast(freshUntil, snapshot)) return [];
  const statement = `The evidence of assessment ${id} of ${policyKey} was fresh until ${freshUntil} only.`;
  return cite({ key: `stale_evidence:${id}`, statement, confidence: 'high' }, { evidence });
}

/** Several inputs may read one receipt. */
const eachOnce = (evidence: SnapshotAssessment['evidence']) => [
  ...new Map(evidence.map((used) => [used.id, used])).values(),
];
