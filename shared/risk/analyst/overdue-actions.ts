import { type AnalystRule, cite, eventsAbout } from './cite.ts';
import { OVERDUE_MS } from './limits.ts';

/**
 * Reports actions that were requested more than a week ago and are neither completed nor cancelled.
 */
export const overdueActions: AnalystRule = (snapshot) =>
  snapshot.actions
    .filter(({ createdAt }) => Date.parse(snapshot.takenAt) - Date.parse(createdAt) > OVERDUE_MS)
    .flatMap(({ id, assessmentId, name, status, createdAt }) => {
      const assessment = snapshot.assessments.find((one) => one.id === assessmentId);
      const statement = `Action ${name} (${id}) was required at ${createdAt} and is still ${status}.`;
      return cite(
        { key: `overdue_action:${id}`, statement, confidence: 'medium' },
        {
          evidence: assessment?.evidence ?? [],
          events: eventsAbout(snapshot, id, assessmentId),
        },
      );
    });
