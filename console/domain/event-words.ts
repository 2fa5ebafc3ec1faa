/** Event types as sentences for the story and the event log. */
const WORDS: Record<string, string> = {
  'risk.subject.created': 'Subject created',
  'risk.evidence.received': 'Evidence received',
  'risk.evidence.recorded': 'Evidence recorded',
  'risk.assessment.created': 'Assessed',
  'risk.assessment.completed': 'Assessed',
  'risk.action.requested': 'Action requested',
  'risk.action.transitioned': 'Action moved',
  'risk.override.proposed': 'Override proposed',
  'risk.override.revocation_proposed': 'Revocation of an override proposed',
  'risk.override.revocation_declined': 'Revocation of an override declined',
  'risk.override.revocation_withdrawn': 'Revocation of an override withdrawn',
  'risk.override.created': 'Override created',
  'risk.override.revoked': 'Override revoked',
  'risk.override.carried': 'Override carried to the newer assessment',
  'risk.override.ended': 'Override ended',
  'risk.outcome.recorded': 'Outcome recorded',
  'risk.outcome.withdrawn': 'Outcome withdrawn',
  'risk.review.due': 'Review due',
  'risk.review.overdue': 'Review overdue',
  'risk.review.completed': 'Review completed',
  'risk.backtest.completed': 'Backtest completed',
  'risk.note.added': 'Note added',
  'risk.assignment.changed': 'Assignment changed',
  'risk.activity.reported': 'Activity reported',
  'screening.fact.kept': 'Kept at the value of an earlier match',
  'screening.profile.created': 'Screening profile created',
  'screening.profile.changed': 'Screening profile changed',
  'screening.profile.proposed': 'Screening profile proposed',
  'screening.match.review_requested': 'New decision on a match requested',
};

/** `risk.policy.published` as `Policy published`, unless it has a better sentence. */
export function eventWords(type = ''): string {
  const known = WORDS[type];
  if (known) return known;
  const [, ...parts] = type.split('.');
  const words = (parts.length > 0 ? parts : [type]).join(' ').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
