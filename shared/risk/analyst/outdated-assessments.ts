import { type AnalystRule, cite, eventsAbout, isPast } from './cite.ts';
import type { Snapshot, SnapshotAssessment } from './snapshot.ts';

/** Reports latest assessments that are no longer current, with what has made them so. */
export const outdatedAssessments: AnalystRule = (snapshot) =>
  snapshot.assessments
    .filter(({ isLatest }) => isLatest)
    .flatMap((assessment) => {
      const { id, policyKey, evidenceRevision, reviewDueAt, evidence } = assessment;
      const hasNewer = evidenceRevision !== snapshot.evidenceRevision;
      const reasons = [
        hasNewer ? ['evidence has arrived since'] : [],
        isPast(reviewDueAt, snapshot) ? [`its review was due at ${reviewDueAt}`] : [],
      ].flat();
      if (reasons.length === 0) return [];
      const newer = hasNewer ? receiptsSince(snapshot, assessment) : [];
      const statement = `Assessment ${id} of ${policyKey} is not current: ${reasons.join(', ')}.`;
      return cite(
        { key: `outdated_assessment:${id}`, statement, confidence: 'high' },
        {
          evidence: newer.length > 0 ? newer : evidence,
          events: [
            ...eventsAbout(snapshot, id).filter(({ type }) => type === 'risk.assessment.created'),
            ...eventsAbout(snapshot, ...newer.map((receipt) => receipt.id)),
          ],
        },
      );
    });

/** Current receipts that the assessment could not know. Without a revision, ids tell: they are in order of time. */
const receiptsSince = ({ receipts }: Snapshot, { id, evidenceRevision: known }: SnapshotAssessment) =>
  receipts.filter((receipt) =>
    receipt.evidenceRevision === undefined ? receipt.id > id : receipt.evidenceRevision > known,
  );
