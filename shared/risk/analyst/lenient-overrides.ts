import { type AnalystRule, cite, eventsAbout, isPast } from './cite.ts';

const SEVERITY = ['none', 'review', 'restrict', 'reject'];
/** `awaiting_evidence` is not a final decision. It is compared as `review`. */
const severityOf = (decision: string) => Math.max(SEVERITY.indexOf(decision), 0);
const calculated = (decision: string) => (decision === 'awaiting_evidence' ? 'review' : decision);

/** Reports overrides that are more lenient than the policy, and whether they still apply. */
export const lenientOverrides: AnalystRule = (snapshot) =>
  snapshot.overrides.flatMap((override) => {
    const { id, assessmentId, decision, revokedAt, expiresAt } = override;
    const assessment = snapshot.assessments.find((one) => one.id === assessmentId);
    if (!assessment) return [];
    if (severityOf(decision) >= severityOf(calculated(assessment.decision))) return [];
    const hasEnded = revokedAt !== null || isPast(expiresAt, snapshot);
    const was = hasEnded ? 'was, until it ended,' : 'is';
    return cite(
      {
        key: `lenient_override:${id}`,
        statement: `Override ${id} ${was} ${decision} where assessment ${assessmentId} of ${assessment.policyKey} calculated ${assessment.decision}.`,
        confidence: hasEnded ? 'low' : 'high',
      },
      { evidence: assessment.evidence, events: eventsAbout(snapshot, id, assessmentId) },
    );
  });
