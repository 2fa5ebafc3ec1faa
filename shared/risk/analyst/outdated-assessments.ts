import { type AnalystRule, cite, eventsAbout, isPast } from './cite.ts';

/** Reports latest assessments that are no longer current. */
export const outdatedAssessments: AnalystRule = (snapshot) =>
  snapshot.assessments
    .filter(({ isLatest }) => isLatest)
    .flatMap((assessment) => {
      const { id, policyKey, evidenceRevision, reviewDueAt, evidence } = assessment;
      const reasons = [
        evidenceRevision === snapshot.evidenceRevision ? [] : ['evidence has arrived since'],
        isPast(reviewDueAt, snapshot) ? [`its review was due at ${reviewDueAt}`] : [],
      ].flat();
      if (reasons.length === 0) return [];
      const statement = `Assessment ${id} of ${policyKey} is not current: ${reasons.join(', ')}.`;
      return cite(
        { key: `outdated_assessment:${id}`, statement, confidence: 'high' },
        { evidence, events: eventsAbout(snapshot, id) },
      );
    });
